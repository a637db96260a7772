import {
  hundredOf,
  type PackedLexicon,
  type PackedWords,
  unpackWordsOfChapter,
  wordsPack,
} from '@pathlight/contracts/pack-rules.ts'
import type { ChapterWords, LexiconEntry, VerseWord } from '@pathlight/contracts/words.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { keptTexts } from '../../device/kept-texts.ts'

type Entry = PackedLexicon[2][number]

const withoutLetter = (strongs: string): string => strongs.replace(/[a-z]$/, '')

/** The lexicon's entries that a pack of words has, for these numbers. */
const entriesOf = async (name: string, numbers: readonly string[]): Promise<ReadonlyMap<string, Entry>> => {
  const lines = await Promise.all(
    [...new Set(numbers.map(hundredOf))].map((hundred) => keptTexts.chapter(name, 0, hundred)),
  )
  const entries = lines.flatMap((line) => (line === undefined ? [] : (JSON.parse(line) as PackedLexicon)[2]))
  return new Map(entries.map((entry) => [entry.strongs, entry]))
}

const wordsOfChapter = async (asked: URLSearchParams): Promise<ChapterWords | null> => {
  const name = wordsPack((asked.get('version') ?? '').toUpperCase())
  const [kept, book, chapter] = [
    await keptTexts.kept(name),
    findBook(asked.get('book') ?? ''),
    Number(asked.get('chapter')),
  ]
  if (kept?.head.kind !== 'words' || !book) return null
  const line = await keptTexts.chapter(name, book.index, chapter)
  const verses = line === undefined ? {} : unpackWordsOfChapter(JSON.parse(line) as PackedWords)
  const firstOf = ({ strongs: [first] }: VerseWord) => (first === undefined ? [] : [withoutLetter(first)])
  const entries = await entriesOf(name, Object.values(verses).flat().flatMap(firstOf))
  const named = (word: VerseWord): VerseWord => {
    const entry = entries.get(firstOf(word)[0] ?? '')
    if (entry === undefined) return word
    const { original, transliteration } = entry
    return { ...word, original, ...(transliteration !== null && { transliteration }) }
  }
  return {
    version: kept.head.version,
    book: book.name.en,
    chapter,
    verses: Object.fromEntries(Object.entries(verses).map(([verse, words]) => [verse, words.map(named)])),
    source: kept.head.words,
  }
}

const lexiconEntry = async (strongs: string): Promise<LexiconEntry | null> => {
  for (const { name, head } of await keptTexts.allKept()) {
    if (head.kind !== 'words') continue
    const entry = (await entriesOf(name, [strongs])).get(withoutLetter(strongs))
    if (entry) return { ...entry, strongs, source: head.lexicon }
  }
  return null
}

/** What GET /api/bible/words or /api/lexicon/{strongs} would answer at `path`, from what this device keeps; null if it keeps nothing of it. */
export const keptWords = async (path: string): Promise<ChapterWords | LexiconEntry | null> => {
  const { pathname, searchParams } = new URL(path, 'http://here')
  if (pathname === '/api/bible/words') return wordsOfChapter(searchParams)
  const strongs = /^\/api\/lexicon\/([HG]\d+[a-z]?)$/.exec(pathname)?.[1]
  return strongs === undefined ? null : lexiconEntry(strongs)
}
