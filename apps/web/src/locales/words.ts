/** The languages of the interface. */
export type Language = 'en' | 'ko'
export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'ko'

export type Words = { readonly [key: string]: string | Words }
