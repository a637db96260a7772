import type { Language, Words } from './words.ts'

/**
 * The English words of each catalogue, by their types: what keys there are. A kind of thing that people keep adds its own
 * in kinds/<name>/kind.ts, by `declare module`.
 */
export interface CatalogueWords {
  'about-text': typeof import('./en/about-text.json')
  aloud: typeof import('./en/aloud.json')
  account: typeof import('./en/account.json')
  accounts: typeof import('./en/accounts.json')
  admin: typeof import('./en/admin.json')
  appearance: typeof import('./en/appearance.json')
  compare: typeof import('./en/compare.json')
  contact: typeof import('./en/contact.json')
  data: typeof import('./en/data.json')
  explore: typeof import('./en/explore.json')
  history: typeof import('./en/history.json')
  keep: typeof import('./en/keep.json')
  landing: typeof import('./en/landing.json')
  'my-memos': typeof import('./en/my-memos.json')
  offline: typeof import('./en/offline.json')
  /** What a person is told on whatever page: what waits, what other devices did, that the account is locked. */
  person: typeof import('./en/person.json')
  reader: typeof import('./en/reader.json')
  /** Why a text is no reference. */
  reference: typeof import('./en/reference.json')
  search: typeof import('./en/search.json')
  settings: typeof import('./en/settings.json')
  share: typeof import('./en/share.json')
}
export type Catalogue = keyof CatalogueWords

/**
 * What histories, the data page and the audit say of each kind of item: `history.change.<kind>` and the like. They come with the
 * catalogue `history`. A kind adds its own in kinds/<name>/kind.ts, by `declare module`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the kinds fill it
export interface ChangeWords {}

/**
 * The words of each part of the app, which come with its code (`withWords`): every file of this name is a catalogue. What
 * stands on every page is in en.json and ko.json. A key is in one catalogue; `server.<code>` says a refusal, in the
 * catalogue of the feature that meets it.
 */
const FILES = import.meta.glob<Words>(
  ['./{en,ko}/*.json', '../kinds/*/words/*.json', '!../kinds/*/words/*-changes.*.json'],
  { import: 'default' },
)

/** en/search.json and notes.en.json: the language stands in the folder's name or in the file's. */
const nameOf = (file: string): string =>
  file.replace(/^\.\/(en|ko)\/(.+)\.json$/, '$2.$1').replace(/^.*\/(.+)\.json$/, '$1')
const files = new Map(Object.keys(FILES).map((file) => [nameOf(file), file]))

/** The names of all catalogues. */
export const CATALOGUES = [...new Set([...files.keys()].map((name) => name.slice(0, -3)))] as readonly Catalogue[]

const fileOf = (name: Catalogue, language: Language): string => {
  const file = files.get(`${name}.${language}`)
  if (file === undefined) throw new Error(`There is no file with the words ${name}.${language}`)
  return file
}

/** Fetches the words of a catalogue in a language. Throws where there is no such file. */
export const fetchCatalogue = async (name: Catalogue, language: Language): Promise<Words> => {
  const fetchFile = FILES[fileOf(name, language)]
  if (!fetchFile) throw new Error(`The words ${name}.${language} cannot be fetched`)
  if (name !== 'history') return fetchFile()
  const [words, { withChangeWords }] = await Promise.all([fetchFile(), import('./change-words.ts')])
  return withChangeWords(words, language)
}

/** Where a catalogue is in Vite's manifest: its file, or what vite.config.ts puts together of the brief words of all kinds. */
export const catalogueSource = (name: Catalogue, language: Language): string =>
  name.endsWith('-brief')
    ? `brief-${language}`
    : `src/${fileOf(name, language).replace('./', 'locales/').replace('.locales/', '')}`
