/** The entities of the characters that have a meaning in HTML text and quoted attributes. */
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for HTML that is put together by hand. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? character)

/** JSON for a script element. A `<` in a value cannot end the element. */
export const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
