import {
  rangeIn,
  toCrossReference,
  withoutDuplicates,
} from '@pathlight/bible-library/cross-references/placed-references.ts'
import { standardIds, withLetters } from '@pathlight/bible-library/cross-references/reference-letters.ts'
import type { Chapter } from '@pathlight/contracts/bible.ts'
import type { CrossReferences } from '@pathlight/contracts/bible-references.ts'
import { CROSS_REFERENCES_PACK, type PackedReferences } from '@pathlight/contracts/pack-rules.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { keptTexts } from '../../device/kept-texts.ts'
import { keptChapter } from './kept-chapter.ts'

/**
 * The references from a chapter in the standard numbering. The key is the verse.
 * @param chapter book index * 1000 + chapter
 */
const listOf = async (chapter: number): Promise<PackedReferences[2]> => {
  const line = await keptTexts.chapter(CROSS_REFERENCES_PACK, Math.floor(chapter / 1_000), chapter % 1_000)
  return line === undefined ? {} : (JSON.parse(line) as PackedReferences)[2]
}

/** The references from a verse in the standard numbering. */
const entriesOf = async (id: number) => {
  const pairs = (await listOf(Math.floor(id / 1_000)))[id % 1_000] ?? []
  return Array.from({ length: pairs.length / 2 }, (_, at) => {
    return { target: pairs[2 * at] ?? 0, through: pairs[2 * at + 1] ?? 0 }
  })
}

/** The texts of a range in a version on this device. Both verse ids are of the same book. */
const textsOf = async (version: string, { from, last }: { readonly from: number; readonly last: number }) => {
  const name = toCrossReference({ from, last }, []).book
  const texts: string[] = []
  for (let chapter = Math.floor(from / 1_000) % 1_000; chapter <= Math.floor(last / 1_000) % 1_000; chapter++) {
    const found = await keptChapter({ version, book: name, chapter })
    if (found === null || found === 'no such chapter') continue
    for (const { verse_id, verse, through = verse, text } of found.verses)
      if (verse_id - verse + through >= from && verse_id <= last) texts.push(text)
  }
  return texts
}

/**
 * The answer of GET /api/bible/cross-references at `path`, from this device. Null if this device lacks the list, or if
 * no book has the name.
 */
export const keptReferences = async (path: string): Promise<CrossReferences | null> => {
  const { pathname, searchParams } = new URL(path, 'http://here')
  const list = await keptTexts.kept(CROSS_REFERENCES_PACK)
  const book = findBook(searchParams.get('book') ?? '')
  if (pathname !== '/api/bible/cross-references' || list?.head.kind !== 'cross-references' || !book) return null
  const version = (searchParams.get('version') ?? '').toUpperCase()
  const kept = await keptTexts.kept(version)
  const versification = kept?.head.kind === 'version' ? kept.head.version.versification : 'eng'
  const id = book.index * 1_000_000 + Number(searchParams.get('chapter')) * 1_000 + Number(searchParams.get('verse'))
  const chapter = await keptChapter({ version, book: book.name.en, chapter: Math.floor(id / 1_000) % 1_000 })
  const there = chapter === null || chapter === 'no such chapter' ? [] : chapter.verses
  // If the version joins verses, the joined verse has the references of each.
  const joined = there.find(
    ({ verse_id, verse, through = verse }) => verse_id <= id && id <= verse_id - verse + through,
  )
  const ids = standardIds(versification, joined ?? { verse_id: id, verse: id % 1_000 })
  const entries = withoutDuplicates((await Promise.all(ids.map(entriesOf))).flat())
  const shown = entries.slice(0, Number(searchParams.get('limit') ?? 20)).map(async (entry) => {
    const place = rangeIn(versification, entry)
    return toCrossReference(place, await textsOf(version, place))
  })
  const references = await Promise.all(shown)
  return { available: true, hint: null, credit: list.head.credit, total: entries.length, references }
}

/** Adds the letters of the cross-references to a chapter, if this device has the version and the list. */
export const withKeptLetters = async (chapter: Chapter): Promise<Chapter> => {
  const kept = await keptTexts.kept(chapter.version)
  if (kept?.head.kind !== 'version' || (await keptTexts.kept(CROSS_REFERENCES_PACK)) === undefined) return chapter
  const { version } = kept.head
  const ids = chapter.verses.flatMap((verse) => standardIds(version.versification, verse))
  const chapters = [...new Set(ids.map((id) => Math.floor(id / 1_000)))]
  const lists = new Map(await Promise.all(chapters.map(async (one) => [one, await listOf(one)] as const)))
  const has = (id: number) => (lists.get(Math.floor(id / 1_000))?.[id % 1_000]?.length ?? 0) > 0
  return { ...chapter, verses: withLetters(chapter.verses, version, has) }
}
