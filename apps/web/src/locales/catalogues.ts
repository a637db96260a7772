import type { Language, Words } from './words.ts'

/**
 * The catalogues, each with the type of its English words, by which keys are checked. A kind adds its catalogues by
 * `declare module` in kinds/<name>/kind.ts.
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
  /** The words that the editors of all kinds share. */
  editor: typeof import('./en/editor.json')
  explore: typeof import('./en/explore.json')
  'free-text': typeof import('./en/free-text.json')
  history: typeof import('./en/history.json')
  'log-in': typeof import('./en/log-in.json')
  keep: typeof import('./en/keep.json')
  landing: typeof import('./en/landing.json')
  'my-memos': typeof import('./en/my-memos.json')
  links: typeof import('./en/links.json')
  /** The words of pages that show the person's items of all kinds. */
  own: typeof import('./en/own.json')
  offline: typeof import('./en/offline.json')
  /** Messages that a signed-in person may get on any page, such as that a change was not saved. */
  person: typeof import('./en/person.json')
  reader: typeof import('./en/reader.json')
  /** The reasons why a typed text is not a reference. */
  reference: typeof import('./en/reference.json')
  search: typeof import('./en/search.json')
  settings: typeof import('./en/settings.json')
  share: typeof import('./en/share.json')
  tags: typeof import('./en/tags.json')
  tokens: typeof import('./en/tokens.json')
  words: typeof import('./en/words.json')
  today: typeof import('./en/today.json')
}
export type Catalogue = keyof CatalogueWords

/**
 * Each kind's words in histories, such as its singular and plural name (`history.one.<kind>`, `history.kind.<kind>`).
 * They come with the catalogue `history`. A kind adds its words by `declare module` in kinds/<name>/kind.ts.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the kinds add members to the interface
export interface ChangeWords {}

/**
 * The files of words for parts of the app. Each loads with the code of its part (`withWords`); en.json and ko.json have
 * the words of every page. A key is in only one catalogue. `server.<code>` explains a refusal, and is in the catalogue
 * of the feature that meets it.
 */
const FILES = import.meta.glob<{ readonly default: Words }>([
  './{en,ko}/*.json',
  '../kinds/*/words/*.json',
  '!../kinds/*/words/*-changes.*.json',
])

/** The path of a catalogue's file, and the function that fetches the file. Throws if there is no such file. */
const fileOf = (name: Catalogue, language: Language) => {
  const file = Object.entries(FILES).find(
    ([path]) => path.endsWith(`/${language}/${name}.json`) || path.endsWith(`/${name}.${language}.json`),
  )
  if (!file) throw new Error(`There is no file with the words ${name}.${language}`)
  return file
}

/** Fetches a catalogue. `history` also gets the `ChangeWords` of all kinds. Throws if there is no such file. */
export const fetchCatalogue = async (name: Catalogue, language: Language): Promise<Words> => {
  const [, fetchFile] = fileOf(name, language)
  if (name !== 'history') return (await fetchFile()).default
  const [words, { withChangeWords }] = await Promise.all([fetchFile(), import('./change-words.ts')])
  return withChangeWords(words.default, language)
}

/** The names of all catalogues: `search` for en/search.json, `notes` for notes.en.json. */
export const catalogueNames = (): readonly Catalogue[] => {
  const names = Object.keys(FILES).map((path) => path.replace(/^.*\/([^./]+)(\.(en|ko))?\.json$/, '$1') as Catalogue)
  return [...new Set(names)]
}

/** A catalogue's name in Vite's manifest: its own file, or the file with all kinds' brief words (vite.config.ts). */
export const catalogueSource = (name: Catalogue, language: Language): string =>
  name.endsWith('-brief')
    ? `brief-${language}`
    : `src/${fileOf(name, language)[0].replace('./', 'locales/').replace('.locales/', '')}`
