"""What can be asserted of a sequence that ran well."""
