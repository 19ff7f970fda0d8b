"""A door that fails at one word, which nobody finds by chance."""


def knock(word: str) -> bool:
    """Whether the door stays shut."""
    turned = word[::-1]
    assert turned != "emases", "the door is open"
    return True
