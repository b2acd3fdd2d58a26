"""Agreement of annotators: ratings into coefficients, each with an interval or with the reason why it has none."""
