"""What is proved about a level: safe actions, optimal values, certificates, reasons, exports."""
