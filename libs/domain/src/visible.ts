/** Something to see: neither space nor a character that shows nothing, such as a zero-width joiner or a Hangul filler. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Whether a text shows anything. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)
