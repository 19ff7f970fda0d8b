"""What the author of an example knows about it and Caddis cannot guess."""

from caddis import contract
from sum_stack import SumStack


@contract(SumStack)
def sum_is_the_sum_of_the_data(stack: SumStack) -> bool:
    """The sum that is kept is the sum of what is on the stack."""
    return stack.get_sum() == sum(stack.get_data())
