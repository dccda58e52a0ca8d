"""Go-Stop simulator."""
