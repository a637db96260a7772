import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { buildBuiltIn, type PackedWordsFile } from '@pathlight/bible-library/built-in/build-built-in.ts'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { type Library, openLibrary } from '@pathlight/bible-library/library.ts'
import { tokenize } from '@pathlight/bible-library/search/tokens.ts'
import { openWords } from '@pathlight/bible-library/words/open-words.ts'
import { packWords } from '@pathlight/bible-library/words/packed-words.ts'
import type { VerseWord } from '@pathlight/bible-library/words/verse-words.ts'
import { BOOKS, findBook } from '@pathlight/scripture/books.ts'
import { diffArrays } from 'diff'
import { withoutStray } from './stray-words.ts'

// Makes libs/bible-library/src/built-in/*.words: the Hebrew or Greek word behind each word of the built-in KJV and WEB.
// Run it by hand; the result is in the repository. It needs two Debian packages with public domain texts that have
// Strong's numbers, and a program that prints these texts:
//   apt-get install sword-text-kjv sword-text-web libsword-utils
//   node tools/src/words-of-built-in.ts
const root = join(import.meta.dirname, '../..')
/**
 * The editions in the Debian packages (SWORD modules) from which the words are taken. `isByProgram`: a program, and not
 * a person, matched the edition's English words with the Hebrew and Greek ones.
 */
const MODULES = [
  { module: 'engKJV2006eb', code: 'KJV', file: 'king-james.words', isByProgram: false },
  { module: 'engWEB2015eb', code: 'WEB', file: 'world-english.words', isByProgram: true },
] as const

/**
 * The least share of the words of a built-in verse that the verse of the other edition must have, too. If fewer are the
 * same, the verse is left out, because the Hebrew and Greek words would be put on a wrong text. A psalm's title does
 * not count, because only the other edition has it.
 */
const SAME = 0.8
const MOST_BYTES = 64_000_000

/** The index of the book with this name in SWORD, for example I Samuel or Revelation of John. */
const bookOf = (name: string): number | null => {
  const arabic = name.replace(/^(I{1,3}) /, (_, numeral: string) => `${numeral.length} `).replace(' of John', '')
  return findBook(arabic)?.index ?? null
}

/** Reads a module, and returns its verses as an OSIS document. */
const osisOf = ({ module, isByProgram }: (typeof MODULES)[number]): string => {
  const entries = execFileSync('mod2imp', [module], { maxBuffer: MOST_BYTES, encoding: 'utf8' }).split(/^\$\$\$/m)
  const books = Map.groupBy(
    entries.flatMap((entry) => {
      const [, name = '', chapter, verse, text = ''] = /^(.+) (\d+):(\d+)\n([\s\S]*)$/.exec(entry) ?? []
      const book = bookOf(name)
      return book === null || verse === undefined || verse === '0' ? [] : [{ book, chapter, verse, text }]
    }),
    ({ book }) => book,
  )
  const written = [...books].map(([book, verses]) => {
    const { osis } = BOOKS[book - 1] as (typeof BOOKS)[number]
    const lines = verses.map(({ chapter, verse, text }) => {
      const words = text.replace(/<(?!\/?w\b)[^>]*>/g, (tag) =>
        tag.startsWith('<note') ? '<note>' : tag === '</note>' ? tag : '',
      )
      const read = words.replace(/<note>.*?<\/note>/gs, '')
      // The program that matched the words left out spaces: <w>God</w><w>created</w>.
      const apart = isByProgram ? read.replaceAll('</w><w', '</w> <w') : read
      return `<verse osisID="${osis}.${chapter}.${verse}">${apart}</verse>`
    })
    return `<div type="book" osisID="${osis}">${lines.join('\n')}</div>`
  })
  return `<osis><osisText osisIDWork="${module}" xml:lang="en">${written.join('\n')}</osisText></osis>`
}

/**
 * Moves the Hebrew and Greek words of a verse, word by word, to the same verse in another edition. Null if too much of
 * the verse differs.
 */
const laidOn = (from: string, words: readonly VerseWord[], to: string): VerseWord[] | null => {
  const [theirs, ours] = [tokenize(from), tokenize(to)]
  const place = new Map<number, number>()
  let [at, on] = [0, 0]
  for (const { added, removed, count = 0 } of diffArrays(
    theirs.map(({ form }) => form),
    ours.map(({ form }) => form),
  )) {
    if (!added && !removed) for (let n = 0; n < count; n++) place.set(at + n, on + n)
    if (!added) at += count
    if (!removed) on += count
  }
  if (place.size < SAME * ours.length) return null
  return words.flatMap(({ start, end, ...word }) => {
    const places = theirs.flatMap((token, index) => (token.start < end && token.end > start ? [place.get(index)] : []))
    const [first, last] = [places[0], places.at(-1)]
    const isWhole = first !== undefined && last !== undefined && places.every((one, n) => one === first + n)
    const [begin, close] = [ours[first ?? -1]?.start, ours[last ?? -1]?.end]
    return isWhole && begin !== undefined && close !== undefined ? [{ start: begin, end: close, ...word }] : []
  })
}

/** Joins neighbouring English words that have the same Hebrew or Greek words (`the` `heavens`). */
const withoutRepeats = (words: readonly VerseWord[]): VerseWord[] => {
  const joined: VerseWord[] = []
  for (const word of words) {
    const before = joined.at(-1)
    const isSame =
      before !== undefined && word.start === before.end + 1 && word.strongs.join() === before.strongs.join()
    if (isSame) joined[joined.length - 1] = { ...before, end: word.end }
    else joined.push(word)
  }
  return joined
}

const folder = mkdtempSync(join(tmpdir(), 'pathlight-words-'))
try {
  const builtIn = join(folder, 'built-in.db')
  buildBuiltIn(builtIn)
  const ours: Library = openLibrary(builtIn)
  for (const edition of MODULES) {
    const { module, code, file, isByProgram } = edition
    const [source, library] = [join(folder, `${module}.osis.xml`), join(folder, `${module}.db`)]
    writeFileSync(source, osisOf(edition))
    await importBible({ library, path: source, code: 'SWORD', language: 'en' })
    const theirs = openLibrary(library)
    const words = openWords(theirs)
    const all = new Map<number, readonly VerseWord[]>()
    let [verses, left, there] = [0, 0, 0]
    for (const book of BOOKS)
      for (let chapter = 1; chapter <= 150; chapter++) {
        const ofChapter = words.ofChapter('SWORD', book.index, chapter)?.verses
        if (!ofChapter?.size) continue
        const texts = new Map(theirs.chapter('SWORD', book.index, chapter).map(({ verse, text }) => [verse, text]))
        for (const { verse, verse_id, text } of ours.chapter(code, book.index, chapter)) {
          const ofVerse = ofChapter.get(verse) ?? []
          const laid = laidOn(texts.get(verse) ?? '', ofVerse, text)
          verses += 1
          there += ofVerse.length
          if (laid === null || laid.length === 0) left += 1
          else all.set(verse_id, withoutRepeats(laid))
        }
      }
    const kept = isByProgram ? withoutStray(all, (id) => ours.verses(code, id, id)[0]?.text ?? '') : all
    const chapters = new Map(
      [...Map.groupBy(kept, ([verseId]) => Math.floor(verseId / 1000))].map(([chapter, ofChapter]) => [
        chapter,
        packWords(new Map(ofChapter.map(([verseId, ofVerse]) => [verseId % 1000, ofVerse])), 'smallest'),
      ]),
    )
    const entries = [...kept.values()].reduce((sum, { length }) => sum + length, 0)
    const bytes = serialize({ entries, chapters } satisfies PackedWordsFile)
    writeFileSync(join(root, 'libs/bible-library/src/built-in', file), bytes)
    console.log(`${code}: ${entries} of ${there} words on ${verses - left} of ${verses} verses, ${bytes.length} bytes`)
    theirs.close()
  }
  ours.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
