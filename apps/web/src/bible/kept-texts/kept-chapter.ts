import type { Chapter } from '@pathlight/contracts/bible.ts'
import { type PackedChapter, unpackChapter } from '@pathlight/contracts/pack-rules.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { neighboursIn } from '@pathlight/scripture/neighbours.ts'
import { keptTexts } from '../../device/kept-texts.ts'

type Asked = { readonly version: string; readonly book: string; readonly chapter: number }

/**
 * A chapter of a version on this device, like the server's answer. `no such chapter`: the version lacks the chapter.
 * Null: this device lacks the version. Rejects if the browser refuses the database.
 */
export const keptChapter = async ({
  version,
  book: named,
  chapter,
}: Asked): Promise<Chapter | 'no such chapter' | null> => {
  const kept = await keptTexts.kept(version.toUpperCase())
  if (kept?.head.kind !== 'version') return null
  const book = findBook(named)
  const line = book && (await keptTexts.chapter(kept.name, book.index, chapter))
  if (!book || line === undefined || line === null) return 'no such chapter'
  const { code, language, direction, copyright } = kept.head.version
  const verses = unpackChapter(code, book.name.en, JSON.parse(line) as PackedChapter)
  const around = neighboursIn({ book, chapter }, kept.head.version)
  return { version: code, book: book.name.en, chapter, language, direction, copyright, verses, ...around }
}
