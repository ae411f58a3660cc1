// Nothing to include: the linker finds the functions.
