"""Tables that laws are staged at, in parts that several laws use."""
