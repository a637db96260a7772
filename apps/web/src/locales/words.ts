/** The languages of the interface. */
export type Language = 'en' | 'ko'
export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'ko'

export type Words = { readonly [key: string]: string | Words }

/** The functions that pick the Korean particle after a word, by the pair: 은/는. */
export type Particles = Readonly<Record<string, (word: string) => string>>
