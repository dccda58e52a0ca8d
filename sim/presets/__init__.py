"""The presets: one TOML file each, a full rule set with the source of every value.

`gostop.rule_files.load_preset` reads them. A value whose source is silent is marked as assumed.
"""
