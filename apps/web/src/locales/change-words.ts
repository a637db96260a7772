import type { Language, Words } from './words.ts'

/** What histories say of each kind: every kinds/<name>/words/<name>-changes.en.json and .ko.json. They are a file together. */
const FILES = import.meta.glob<Words>('../kinds/*/words/*-changes.*.json', { eager: true, import: 'default' })

const together = (some: Words, more: Words): Words => {
  const all: Record<string, string | Words> = { ...some }
  for (const [key, words] of Object.entries(more)) {
    const known = all[key]
    all[key] = typeof known === 'object' && typeof words === 'object' ? together(known, words) : words
  }
  return all
}

/** The words of the catalogue `history` with those of each kind. */
export const withChangeWords = (words: Words, language: Language): Words =>
  Object.entries(FILES)
    .filter(([file]) => file.endsWith(`.${language}.json`))
    .reduce((all, [, more]) => together(all, more), words)
