"""What a filter must keep apart: a grown plant bears a fruit, and nobody may go on with the plant."""


class Fruit:
    def __init__(self, size: int) -> None:
        self.size = size


class Plant:
    def __init__(self) -> None:
        self.grown = False

    def bear(self, size: int) -> Fruit:
        self.grown = True
        return Fruit(size)


seen: list[bool] = []


def plant_again(fruit: Fruit, plant: Plant) -> None:
    seen.append(plant.grown)


def touch(plant: Plant) -> None:
    seen.append(plant.grown)
