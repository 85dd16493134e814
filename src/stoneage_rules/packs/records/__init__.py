"""Tables as records: what each kind may say, read strictly, and what is wrong with one record by itself."""
