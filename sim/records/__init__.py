"""Game records: games that people can write, read, replay and argue about."""
