"""A door that opens by a word which is written nowhere: it is made of parts when the door is built."""


class Door:
    def __init__(self) -> None:
        self.word = "-".join(str(number * number) for number in range(7, 12))

    def enter(self, word: str) -> int:
        if word == self.word:
            return 1
        return 0
