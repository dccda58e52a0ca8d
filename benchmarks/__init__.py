"""What gostop is measured by: run ``python -m benchmarks`` from the checkout."""
