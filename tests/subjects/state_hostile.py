"""Objects that note every look at them."""

from collections import OrderedDict, defaultdict, deque

from subjects import state_looks


def _noting(name):
    def look(self, *arguments, **options):
        if state_looks.WATCHING:
            state_looks.LOOKS.append(name)
            raise AssertionError(name)
        return getattr(super(type(self), self), name)(*arguments, **options)

    return look


LOOKED_AT = (
    "__eq__", "__ne__", "__hash__", "__repr__", "__str__", "__bool__", "__len__", "__iter__", "__contains__",
    "__getitem__", "__getattribute__", "__setattr__", "__class_getitem__", "__reduce_ex__", "__copy__", "__sizeof__",
    "__dir__", "__call__", "__instancecheck__", "__subclasscheck__",
)  # fmt: skip


def _spied_on(base, metaclass=type):
    names = [name for name in LOOKED_AT if hasattr(base, name)]
    return metaclass(f"Hostile{base.__name__.title()}", (base,), {name: _noting(name) for name in names})


Meta = _spied_on(type)
Thing = _spied_on(object, Meta)
Items = _spied_on(list, Meta)
Names = _spied_on(dict, Meta)
Members = _spied_on(set)
Queue = _spied_on(deque)
Order = _spied_on(OrderedDict)
Groups = _spied_on(defaultdict)
Text = _spied_on(str)

THINGS = [Thing(), Thing()]
BY_THING = {Thing(): 1, Thing(): Thing()}
ALL = {Thing(), Thing()}
ITEMS = Items([Thing()])
NAMES = Names(a=Thing())
NAMES[Thing()] = 1
MEMBERS = Members([Thing()])
QUEUE = Queue([Thing()])
ORDER = Order()
ORDER[Thing()] = Thing()
GROUPS = Groups(list, a=Thing())
TEXTS = {"plain": 1, Text("other"): 2}
only = Thing()


def default(thing=THINGS[0]):
    return thing


default.held = Thing()


def _closed_over(thing):
    return lambda: thing


closed = _closed_over(Thing())


def soil():
    """Change all of it."""
    global only
    only = Thing()
    THINGS[0] = Thing()
    BY_THING[Thing()] = Thing()
    ALL.add(Thing())
    list.append(ITEMS, Thing())
    dict.__setitem__(NAMES, "a", Thing())
    dict.__setitem__(NAMES, Thing(), 2)
    set.add(MEMBERS, Thing())
    deque.append(QUEUE, Thing())
    OrderedDict.__setitem__(ORDER, Thing(), 1)
    dict.__setitem__(GROUPS, "a", Thing())
    TEXTS[Text("plain 2")] = TEXTS.pop("plain")
    default.__defaults__ = (Thing(),)
    default.held = Thing()
    closed.__closure__[0].cell_contents = Thing()
    Thing.attribute = Thing()
    vars(THINGS[1])["attribute"] = Thing()
