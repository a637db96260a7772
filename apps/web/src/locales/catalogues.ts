/**
 * The words of each part of the app, which come with its code (`withWords`). What stands on every page is in en.json and
 * ko.json. A key is in one catalogue; `server.<code>` says a refusal, in the catalogue of the feature that meets it.
 */
export const CATALOGUES = {
  'about-text': { en: () => import('./en/about-text.json'), ko: () => import('./ko/about-text.json') },
  accounts: { en: () => import('./en/accounts.json'), ko: () => import('./ko/accounts.json') },
  appearance: { en: () => import('./en/appearance.json'), ko: () => import('./ko/appearance.json') },
  bookmarks: { en: () => import('./en/bookmarks.json'), ko: () => import('./ko/bookmarks.json') },
  compare: { en: () => import('./en/compare.json'), ko: () => import('./ko/compare.json') },
  highlights: { en: () => import('./en/highlights.json'), ko: () => import('./ko/highlights.json') },
  landing: { en: () => import('./en/landing.json'), ko: () => import('./ko/landing.json') },
  mine: { en: () => import('./en/mine.json'), ko: () => import('./ko/mine.json') },
  'my-bookmarks': { en: () => import('./en/my-bookmarks.json'), ko: () => import('./ko/my-bookmarks.json') },
  'my-highlights': { en: () => import('./en/my-highlights.json'), ko: () => import('./ko/my-highlights.json') },
  notes: { en: () => import('./en/notes.json'), ko: () => import('./ko/notes.json') },
  // What a kind of study material says on a verse, before any page or panel of its own.
  'on-verse': { en: () => import('./en/on-verse.json'), ko: () => import('./ko/on-verse.json') },
  reader: { en: () => import('./en/reader.json'), ko: () => import('./ko/reader.json') },
  // Why a text is no reference.
  reference: { en: () => import('./en/reference.json'), ko: () => import('./ko/reference.json') },
  search: { en: () => import('./en/search.json'), ko: () => import('./ko/search.json') },
  sermons: { en: () => import('./en/sermons.json'), ko: () => import('./ko/sermons.json') },
  settings: { en: () => import('./en/settings.json'), ko: () => import('./ko/settings.json') },
  'write-watch': { en: () => import('./en/write-watch.json'), ko: () => import('./ko/write-watch.json') },
}
export type Catalogue = keyof typeof CATALOGUES
/** The English words of each, by their types: what keys there are. */
export type CatalogueWords = {
  [Name in Catalogue]: Awaited<ReturnType<(typeof CATALOGUES)[Name]['en']>>['default']
}
