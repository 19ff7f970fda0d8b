"""A program that uses the classes of `linear`: what a run of it knows, nobody has to write down."""

from linear import Comparability, Core, Equal, Kind, LessThan, Linear, Name, Point, Remarks, Variable


def declared(name, kind, comparability):
    """A variable, as a line of a file declares it."""
    its = Kind.parse(kind)
    remarks = Remarks.parse("_isParam=false, _package=DataStructures")
    return Variable(Name.parse(name), its, its.as_written(), Comparability.parse(0, comparability, its), remarks)


size = declared("VAR: this.size", "int", "22")
top = declared("VAR: return", "int", "22")
label = declared("VAR: names[i]", "java.lang.String[]", "10[-1]")
exit_of_push = Point("DataStructures.StackAr.push(java.lang.Object):::EXIT33", [size, top, label])
slice_of_both = exit_of_push.slice_of(size, top)
Equal().instantiate(slice_of_both)
LessThan().instantiate(slice_of_both)
core = Core(Linear.prototype().instantiate(slice_of_both))
for number in range(1, 6):
    core.add(number, number, 1)
print(core.holds())
