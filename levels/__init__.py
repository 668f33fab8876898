"""What a level means: files, boards, traffic, tables, safe sets, certificates and optimal values."""
