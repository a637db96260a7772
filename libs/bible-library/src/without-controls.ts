/** Matches control characters, except line feeds, and characters that change the direction of text. */
const CONTROLS = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** Makes text from other people safe for a terminal: each character that CONTROLS matches becomes U+FFFD. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '\ufffd')
