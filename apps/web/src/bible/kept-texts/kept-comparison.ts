import { passageRange, versesIn } from '@pathlight/bible-library/passage-range.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { COMPARED_VERSES_MAX, NO_VERSE } from '@pathlight/contracts/compare-rules.ts'
import type { Comparison } from '@pathlight/contracts/comparison.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { formatReference, type Reference } from '@pathlight/scripture/format-reference.ts'
import { parseReferences } from '@pathlight/scripture/references.ts'
import type { KeptText } from '../../device/device-form.ts'
import { keptTexts } from '../../device/kept-texts.ts'
import { keptChapter } from './kept-chapter.ts'

type Result = Comparison['results'][number]

/** The verses of a passage in a version on this device. They have that version's numbering. */
const versesOf = async (name: string, versification: string, passage: Reference): Promise<readonly Verse[]> => {
  const range = passageRange(passage, versification)
  const book = findBook(passage.book)?.name.en
  if (range === null || book === undefined) return []
  const found: Verse[] = []
  const last = Math.floor(range.through / 1000) % 1000
  for (let chapter = Math.floor(range.from / 1000) % 1000; chapter <= last; chapter += 1) {
    const there = await keptChapter({ version: name, book, chapter })
    if (there === null || there === 'no such chapter') continue
    for (const verse of there.verses) {
      const { verse_id, verse: number, through = number } = verse
      if (verse_id - number + through >= range.from && verse_id <= range.through) found.push(verse)
    }
  }
  return found
}

const resultOf = async ({ name, head }: KeptText, passage: Reference): Promise<readonly Result[]> => {
  if (head.kind !== 'version') return []
  const { code, localName, language, direction, copyright, versification } = head.version
  const found = await versesOf(name, versification, passage)
  const isThere = found.length > 0
  const verses = found.map(({ chapter, verse, through, text }) => ({
    chapter,
    verse,
    text,
    ...(through && { through }),
  }))
  return [
    {
      ...{ version: code, name: head.version.name, localName, language, direction, hint: null, pending: false },
      text: isThere ? found.map(({ text }) => text).join(' ') : null,
      verses: isThere ? verses : null,
      message: isThere ? null : NO_VERSE,
      source: isThere ? 'library' : null,
      copyright: isThere ? copyright : null,
    },
  ]
}

/**
 * The answer of GET /api/bible/compare at `path`, from the versions on this device. Null if the device has none, or if
 * the server would refuse the passage.
 */
export const keptComparison = async (path: string): Promise<(Comparison & { readonly offline: true }) | null> => {
  const { pathname, searchParams } = new URL(path, 'http://here')
  const parsed = parseReferences(searchParams.get('reference') ?? '')
  const [passage] = parsed.status === 'parsed' ? parsed.references : []
  if (pathname !== '/api/bible/compare' || passage === undefined || versesIn(passage) > COMPARED_VERSES_MAX) return null
  const kept = await keptTexts.allKept()
  const results = (await Promise.all(kept.map((text) => resultOf(text, passage)))).flat()
  if (results.length === 0) return null
  return { reference: formatReference(passage, 'en'), passage, results, message: null, offline: true }
}
