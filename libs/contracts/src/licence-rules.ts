/** The licence of a text of which nobody said one. */
export const NO_LICENCE_STATED = 'Not stated. Use it as its owner allows.'
