/** What stands in for a character in HTML, in text and in quoted attributes. */
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in HTML that is put together by hand. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? character)

/** JSON within a script element, which nothing in it can end. */
export const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
