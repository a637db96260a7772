/** A visible character: not a space, and not invisible, such as a zero-width joiner or a Hangul filler. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)
