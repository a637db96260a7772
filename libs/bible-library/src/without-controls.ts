/** What a terminal obeys instead of showing it, and what turns the direction of the words around it; a line's end is none. */
const CONTROLS = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** A text as it may be printed on a terminal, also one of a stranger: each control character is shown as one that stands for it. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '\ufffd')
