"""Button pods on serial ports: boxes with buttons and lamps that speak the line protocol of docs/pods.md."""
