"""Subclasses that register themselves."""


class Codec:
    known: dict[str, type] = {}

    def __init_subclass__(cls, *, name: str = "", **rest: object) -> None:
        super().__init_subclass__(**rest)
        cls.codec_name = name
        Codec.known[name] = cls

    def __class_getitem__(cls, name: str) -> type:
        return cls.known[name]

    def encode(self, text: str) -> str:
        return text


class Upper(Codec, name="upper"):
    def encode(self, text: str) -> str:
        return text.upper()

    def label(self) -> str:
        return self.codec_name
