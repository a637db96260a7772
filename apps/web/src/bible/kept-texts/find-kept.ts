import { readCursor } from '@pathlight/bible-library/search/cursor.ts'
import { type FindVerses, findVersesIn } from '@pathlight/bible-library/search/find-verses.ts'
import type { Found } from '@pathlight/contracts/bible-search.ts'
import { type PackedChapter, unpackChapter } from '@pathlight/contracts/pack-rules.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import type { KeptText } from '../../device/device-form.ts'
import { keptTexts } from '../../device/kept-texts.ts'
import { asksForOriginals } from './asks-for-originals.ts'
import { type IndexedText, indexPack, isKeptIndex, openKeptIndex } from './kept-index.ts'

/** The number of results on a page, as on the server (contracts/bible-search.ts). */
const PAGE = 20
/** With more chapters than this in memory, all are dropped before a search reads others. */
const MOST_CHAPTERS = 400

/** The texts in memory. The key names the version and the chapter; the inner key is the verse id. */
const chapters = new Map<string, ReadonlyMap<number, string>>()
/** The chapters that a search needs and that are not in memory. */
const missing = new Set<string>()

const textOf = (version: string, id: number): string => {
  const key = `${version} ${Math.floor(id / 1_000)}`
  const texts = chapters.get(key)
  if (texts === undefined) missing.add(key)
  return texts?.get(id) ?? ''
}

const fetchMissing = async (): Promise<void> => {
  if (chapters.size > MOST_CHAPTERS) chapters.clear()
  const keys = [...missing]
  missing.clear()
  await Promise.all(
    keys.map(async (key) => {
      const [version = '', place] = key.split(' ')
      const [book, chapter] = [Math.floor(Number(place) / 1_000), Number(place) % 1_000]
      const line = await keptTexts.chapter(version, book, chapter)
      const verses = line === undefined ? [] : unpackChapter(version, '', JSON.parse(line) as PackedChapter)
      chapters.set(key, new Map(verses.map(({ verse_id, text }) => [verse_id, text])))
    }),
  )
}

/** The search index of a version. An index that an older version of the app stored is made again. */
const indexOf = async ({ name, head }: KeptText): Promise<IndexedText | null> => {
  if (head.kind !== 'version') return null
  const kept = await keptTexts.index(name)
  if (isKeptIndex(kept)) return { version: head.version, index: kept }
  const index = indexPack(head, await keptTexts.lines(name))
  if (index === null) return null
  await keptTexts.putIndex(name, index).catch(() => undefined)
  return { version: head.version, index }
}

type Opened = { readonly find: FindVerses; readonly codes: readonly string[] }

const openAll = async (kept: readonly KeptText[]): Promise<Opened> => {
  chapters.clear()
  const texts = (await Promise.all(kept.map(indexOf))).filter((one) => one !== null)
  return { codes: texts.map(({ version }) => version.code).sort(), find: findVersesIn(openKeptIndex(texts, textOf)) }
}

let opened: { readonly tags: string; readonly all: Promise<Opened> } | null = null

/** The search over all versions on this device. Concurrent calls share one opening. */
const open = async (): Promise<Opened> => {
  const kept = await keptTexts.allKept()
  const tags = kept.map(({ name, tag }) => `${name} ${tag}`).join()
  if (opened?.tags === tags) return opened.all
  const opening = { tags, all: openAll(kept) }
  opened = opening
  // After a failure, the next call opens the search again.
  opening.all.catch(() => {
    if (opened === opening) opened = null
  })
  return opening.all
}

/** A search for a word that is in many chapters. It does the work that all later searches share. */
const FREQUENT = '?query=lord&limit=1'

/**
 * Opens the indexes and searches once, so that the person's first search is as fast as later ones.
 * @param search the query string of the coming search (?query=...), or '' if unknown
 */
export const prepareKept = async (search: string): Promise<void> => {
  const isKnown = new URLSearchParams(search).has('query')
  await findKept(`/api/bible/find${isKnown ? search : FREQUENT}`)
}

const codesIn = (list: string | null): string[] => (list ?? '').split(',').map((code) => code.trim().toUpperCase())

/**
 * The answer of GET /api/bible/find at `path`, from the versions on this device. `offline` has the codes of the
 * searched versions. Null if none of the requested versions is on this device, or if the search is for Hebrew or Greek
 * words.
 */
export const findKept = async (path: string): Promise<(Found & { readonly offline: readonly string[] }) | null> => {
  const { pathname, searchParams } = new URL(path, 'http://here')
  if (pathname !== '/api/bible/find' || asksForOriginals(searchParams.get('query') ?? '')) return null
  const { find, codes } = await open()
  const asked = codesIn(searchParams.get('version')).filter((code) => code !== '')
  const offline = asked.length === 0 ? codes : codes.filter((code) => asked.includes(code.toUpperCase()))
  if (offline.length === 0) return null
  const testament = searchParams.get('testament')
  const request = {
    query: searchParams.get('query') ?? '',
    versions: asked.length === 0 ? undefined : offline,
    testament: testament === 'old' || testament === 'new' ? testament : undefined,
    book: findBook(searchParams.get('book') ?? '')?.index,
    order: searchParams.get('order') === 'book' ? 'book' : 'relevance',
    prefer: codesIn(searchParams.get('prefer')),
    after: readCursor(searchParams.get('after') ?? '') ?? undefined,
    limit: Number(searchParams.get('limit') ?? PAGE),
  } as const
  for (;;) {
    const found = find(request)
    // Searches again with the missing texts. The second search costs less than reading one of these texts.
    if (missing.size === 0) return { ...found, offline }
    await fetchMissing()
  }
}
