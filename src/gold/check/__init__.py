"""What a person should know of a set: findings, each told by a small rule; text in, values out."""
