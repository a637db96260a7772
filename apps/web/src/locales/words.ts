/** The languages of the interface. */
export type Language = 'en' | 'ko'
export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'ko'

export type Words = { readonly [key: string]: string | Words }

/** Formats of values in Korean words, by name. 은/는: the word with the particle that follows it; 번역: versions as Koreans call them. */
export type Particles = Readonly<Record<string, (word: string) => string>>
