/** Control characters that a terminal would obey, except line ends, and characters that change the direction of text. */
const CONTROLS = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** Makes a stranger's text safe to print on a terminal: replaces each control character by U+FFFD. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '\ufffd')
