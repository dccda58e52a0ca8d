"""The engine: Numba kernels over bit-masked cards, numbers in and numbers out.

No file, no printing, no pandas and nothing of `gostop`'s other rooms is used here. Importing this
package is cheap: each kernel module compiles, or is read from the cache, when it is first used.
"""

if __name__ != "gostop.kernels":
    # Numba files compiled kernels under the module's name, so kernels imported straight from a
    # checkout would poison the cache of the installed package.
    raise ImportError(
        f"'{__name__}' is a folder of the gostop checkout, not a package: install the project "
        "(python -m pip install .) and import gostop.kernels"
    )
