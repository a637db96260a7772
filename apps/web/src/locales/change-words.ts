import type { Language, Words } from './words.ts'

/** The files with each kind's words for histories: kinds/<name>/words/<name>-changes.en.json and .ko.json. */
const FILES = import.meta.glob<Words>('../kinds/*/words/*-changes.*.json', { eager: true, import: 'default' })

const merge = (some: Words, more: Words): Words => {
  const all: Record<string, string | Words> = { ...some }
  for (const [key, words] of Object.entries(more)) {
    const existing = all[key]
    all[key] = typeof existing === 'object' && typeof words === 'object' ? merge(existing, words) : words
  }
  return all
}

/** Adds the words of all kinds to the catalogue `history`. */
export const withChangeWords = (words: Words, language: Language): Words =>
  Object.entries(FILES)
    .filter(([file]) => file.endsWith(`.${language}.json`))
    .reduce((all, [, more]) => merge(all, more), words)
