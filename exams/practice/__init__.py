"""The training room: practising every path of the law until it stays."""
