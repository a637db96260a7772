export type Language = 'en' | 'ko'
export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'ko'

export type Words = { readonly [key: string]: string | Words }

/** The functions that pick the Korean particle for a word, by the particle's two forms: 은/는. */
export type Particles = Readonly<Record<string, (word: string) => string>>
