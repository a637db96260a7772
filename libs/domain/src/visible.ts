/** A character that people can see: no space, zero-width joiner, Hangul filler or the like. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u

export const isVisible = (text: string): boolean => VISIBLE.test(text)
