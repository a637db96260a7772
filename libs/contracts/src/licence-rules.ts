/** The licence of a text whose source states none. */
export const NO_LICENCE_STATED = 'Not stated. Use it as its owner allows.'
