import {
  hundredOf,
  type PackedLexicon,
  type PackedWords,
  type PackHead,
  unpackWordsOfChapter,
  wordsPack,
} from '@pathlight/contracts/pack-rules.ts'
import type { BorrowedWord, ChapterWords, LexiconEntry, VerseWord } from '@pathlight/contracts/words.ts'
import { type Book, findBook } from '@pathlight/scripture/books.ts'
import { correspondingVerses } from '@pathlight/scripture/versification.ts'
import { keptTexts } from '../../device/kept-texts.ts'
import { keptChapter } from './kept-chapter.ts'

type WordsHead = Extract<PackHead, { readonly kind: 'words' }>
type Entry = PackedLexicon[2][number]

const withoutLetter = (strongs: string): string => strongs.replace(/[a-z]$/, '')

/** The lexicon's entries for these Strong's numbers, from a pack of words. */
const entriesOf = async (name: string, numbers: readonly string[]): Promise<ReadonlyMap<string, Entry>> => {
  const lines = await Promise.all(
    [...new Set(numbers.map(hundredOf))].map((hundred) => keptTexts.chapter(name, 0, hundred)),
  )
  const entries = lines.flatMap((line) => (line === undefined ? [] : (JSON.parse(line) as PackedLexicon)[2]))
  return new Map(entries.map((entry) => [entry.strongs, entry]))
}

const firstOf = ({ strongs: [first] }: VerseWord) => (first === undefined ? [] : [withoutLetter(first)])

/** The words of a chapter from a pack, by verse. `entryOf` finds a word's lexicon entry. */
const wordsIn = async (name: string, book: number, chapter: number) => {
  const line = await keptTexts.chapter(name, book, chapter)
  const verses = line === undefined ? {} : unpackWordsOfChapter(JSON.parse(line) as PackedWords)
  const entries = await entriesOf(name, Object.values(verses).flat().flatMap(firstOf))
  return { verses, entryOf: (word: VerseWord) => entries.get(firstOf(word)[0] ?? '') }
}

/** The source of the parsing of a book's words, if the pack names one. */
const parsingIn = (head: WordsHead, book: Book): Pick<ChapterWords, 'parsing'> => {
  const credit = head.parsing?.find(({ books }) => books.includes(book.index))?.credit
  return credit ? { parsing: credit } : {}
}

/** The languages of original texts: Greek and Hebrew. */
const ORIGINALS: readonly string[] = ['grc', 'hbo', 'he']

/**
 * The words of another text for a chapter's verses. The other text is a Greek or Hebrew text on this device, otherwise
 * the first text with words. A word's Korean meaning comes from the lexicon. Only the server knows the word's Korean
 * meaning in its verse.
 */
const borrowed = async (version: string, book: Book, chapter: number): Promise<ChapterWords | null> => {
  const text = await keptTexts.kept(version)
  const ofText = await keptChapter({ version, book: book.name.en, chapter })
  if (text?.head.kind !== 'version' || ofText === null || ofText === 'no such chapter') return null
  const { versification } = text.head.version
  const all = await keptTexts.allKept()
  const others = all.flatMap(({ name, head }) => (head.kind === 'version' && name !== version ? [head.version] : []))
  const rank = ({ language }: { readonly language: string }) => (ORIGINALS.includes(language) ? 0 : 1)
  for (const from of others.toSorted((a, b) => rank(a) - rank(b))) {
    const pack = all.find(({ name }) => name === wordsPack(from.code))
    if (pack?.head.kind !== 'words') continue
    const { name } = pack
    const read = async (number: number) => {
      const there = await keptChapter({ version: from.code, book: book.name.en, chapter: number })
      const texts = there === null || there === 'no such chapter' ? [] : there.verses
      return { ...(await wordsIn(name, book.index, number)), texts }
    }
    // The verses are usually in one chapter. In another numbering they may be in two.
    const chapters = new Map<number, ReturnType<typeof read>>()
    const wordsAt = async (id: number): Promise<BorrowedWord[]> => {
      const number = Math.floor(id / 1_000) % 1_000
      const reading = chapters.get(number) ?? read(number)
      chapters.set(number, reading)
      const { verses, entryOf, texts } = await reading
      const text = texts.find(({ verse_id }) => verse_id === id)?.text
      if (text === undefined) return []
      return (verses[id % 1_000] ?? []).map((of) => {
        const { start, end, ...word } = of
        const { original, transliteration, gloss, gloss_ko } = entryOf(of) ?? {}
        return {
          ...word,
          ...(original && { original }),
          ...(transliteration && { transliteration }),
          text: text.slice(start, end),
          ...(gloss && { gloss }),
          ...(gloss_ko && { gloss_ko }),
        }
      })
    }
    const found = await Promise.all(
      ofText.verses.map(async ({ verse, verse_id, through = verse }) => {
        const ids = Array.from({ length: through - verse + 1 }, (_, n) =>
          correspondingVerses(verse_id + n, versification, from.versification),
        ).flat()
        return [verse, (await Promise.all([...new Set(ids)].map(wordsAt))).flat()] as const
      }),
    )
    const verses = found.filter(([, words]) => words.length > 0)
    if (verses.length === 0) continue
    return {
      ...{ version, book: book.name.en, chapter, verses: {}, source: pack.head.words },
      ...parsingIn(pack.head, book),
      borrowed: { version: from.code, name: from.name, language: from.language, verses: Object.fromEntries(verses) },
    }
  }
  return null
}

const wordsOfChapter = async (asked: URLSearchParams): Promise<ChapterWords | null> => {
  const version = (asked.get('version') ?? '').toUpperCase()
  const name = wordsPack(version)
  const [kept, book, chapter] = [
    await keptTexts.kept(name),
    findBook(asked.get('book') ?? ''),
    Number(asked.get('chapter')),
  ]
  if (!book) return null
  const own = kept?.head.kind === 'words' ? { head: kept.head, ...(await wordsIn(name, book.index, chapter)) } : null
  const isAsked = asked.get('borrow') === 'true' && Object.keys(own?.verses ?? {}).length === 0
  const others = isAsked ? await borrowed(version, book, chapter) : null
  if (own === null || others !== null) return others
  const { head, verses, entryOf } = own
  const named = (word: VerseWord): VerseWord => {
    const entry = entryOf(word)
    if (entry === undefined) return word
    const { original, transliteration } = entry
    return { ...word, original, ...(transliteration !== null && { transliteration }) }
  }
  return {
    version: head.version,
    book: book.name.en,
    chapter,
    verses: Object.fromEntries(Object.entries(verses).map(([verse, words]) => [verse, words.map(named)])),
    source: head.words,
    ...parsingIn(head, book),
  }
}

/**
 * The lexicon's entry from the pack of `version`, otherwise from another text's pack. In the second case `occurrences`
 * is null, because that pack does not count the words of `version`.
 */
const lexiconEntry = async (strongs: string, version: string): Promise<LexiconEntry | null> => {
  const own = wordsPack(version.toUpperCase())
  const kept = await keptTexts.allKept()
  for (const { name, head } of kept.toSorted((a, b) => Number(b.name === own) - Number(a.name === own))) {
    if (head.kind !== 'words') continue
    const entry = (await entriesOf(name, [strongs])).get(withoutLetter(strongs))
    if (!entry) continue
    return { ...entry, strongs, occurrences: name === own ? entry.occurrences : null, source: head.lexicon }
  }
  return null
}

/**
 * The answer of GET /api/bible/words or /api/lexicon/{strongs} at `path`, from this device. Null if the device has
 * none.
 */
export const keptWords = async (path: string): Promise<ChapterWords | LexiconEntry | null> => {
  const { pathname, searchParams } = new URL(path, 'http://here')
  if (pathname === '/api/bible/words') return wordsOfChapter(searchParams)
  const strongs = /^\/api\/lexicon\/([HG]\d+[a-z]?)$/.exec(pathname)?.[1]
  return strongs === undefined ? null : lexiconEntry(strongs, searchParams.get('version') ?? '')
}
