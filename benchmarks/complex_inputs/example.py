"""A program that uses the classes of `linear`: what a run of it knows, nobody has to write down."""

from linear import Core, Equal, Linear, Name, Point, Variable

size = Variable(Name.parse("VAR: this.size"), "int", "22")
top = Variable(Name.parse("VAR: return"), "int", "22")
label = Variable(Name.parse("VAR: label"), "java.lang.String", "-10")
exit_of_push = Point("DataStructures.StackAr.push(java.lang.Object):::EXIT33", [size, top, label])
slice_of_both = exit_of_push.slice_of(size, top)
Equal().instantiate(slice_of_both)
core = Core(Linear.prototype().instantiate(slice_of_both))
for number in range(1, 6):
    core.add(number, number, 1)
print(core.holds())
