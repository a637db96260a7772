/** The entities for the characters that are special in HTML text and in quoted attributes. */
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for HTML that is built as a string. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? character)

/** JSON for a script element. `<` is escaped, so no value can end the element. */
export const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
