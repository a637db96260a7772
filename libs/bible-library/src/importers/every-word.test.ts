import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Book, findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLibrary } from '../library.ts'
import { verifyVersion } from '../verify-version.ts'
import { importBible } from './import-bible.ts'

// Every word of a file is imported exactly once, whatever the file's numbers are.

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'every-word-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Verse = { number: string; text: string }
type Chapter = { number: string; verses: Verse[] }
type Written = { book: Book; chapters: Chapter[] }

let seed = 20
const random = (below: number): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const one = <T>(of: readonly T[]): T => of[random(of.length)] as T

const writtenBooks = (): Written[] =>
  ['Ruth', 'Jonah', 'Jude'].map((name) => {
    const book = findBook(name) as Book
    const verses = (chapter: number) =>
      Array.from({ length: verseCount(book, chapter) }, (_, at) => ({
        number: String(at + 1),
        text: `${'word of no other verse'.split(' ').join(`${name}${'i'.repeat(chapter)}${letters(at)} `)}.`,
      }))
    const chapters = Array.from({ length: chapterCount(book) }, (_, at) => ({
      number: String(at + 1),
      verses: verses(at + 1),
    }))
    return { book, chapters }
  })
const letters = (number: number): string => String.fromCharCode(97 + Math.floor(number / 26), 97 + (number % 26))

const HABITS: readonly ((chapter: Chapter, verse: Verse, at: number, written: Written) => void)[] = [
  ({ verses }, verse, at) => (verse.number = verses[Math.max(0, at - 1)]?.number ?? '1'),
  ({ verses }, verse) => (verse.number = one(verses).number),
  ({ verses }, _, at) => verses.push(...verses.splice(at, 1)),
  ({ verses }) => {
    for (const each of verses) each.number = String(Number(/\d+/.exec(each.number)?.[0]) + 3)
  },
  (_, verse) => (verse.number += one(['a', 'b', '.', '...', ')', ','])),
  (_, verse) => (verse.number = `[${verse.number}]`),
  ({ verses }, verse, at) => (verse.number += one(['-', ', ', '–', '/']) + (verses[at + 1]?.number ?? '99')),
  ({ verses }, _, at) => verses.splice(at, 1),
  (_, verse) => (verse.text = one(['', ' ', '—'])),
  (_, verse) => (verse.number = one(['0', '77', '177'])),
  (chapter, _verse, _at, { chapters }) => chapters.length > 1 && chapters.splice(chapters.indexOf(chapter), 1),
  (_chapter, _verse, _at, { chapters }) => chapters.reverse(),
  (chapter, _verse, _at, { chapters }) => (chapter.number = one(chapters).number),
]

const lines = (parts: readonly string[]) => parts.join('\n')
const FORMATS: readonly ((books: readonly Written[]) => string)[] = [
  (books) =>
    lines(
      books.map(
        ({ book, chapters }) =>
          `\\id ${book.usfm}\n${lines(chapters.map(({ number, verses }) => `\\c ${number}\n\\p\n${lines(verses.map((verse) => `\\v ${verse.number} ${verse.text}`))}`))}\n`,
      ),
    ),
  (books) =>
    `<usfx>${lines(
      books.map(
        ({ book, chapters }) =>
          `<book id="${book.usfm}">${lines(chapters.map(({ number, verses }) => `<c id="${number}"/><p>${lines(verses.map((verse) => `<v id="${verse.number}"/>${verse.text}<ve/>`))}</p>`))}</book>`,
      ),
    )}</usfx>`,
  (books) =>
    `<osis><osisText>${lines(
      books.map(
        ({ book: { osis }, chapters }) =>
          `<div type="book" osisID="${osis}">${lines(chapters.map(({ number, verses }) => `<chapter osisID="${osis}.${number}">${lines(verses.map((verse) => `<verse osisID="${osis}.${number}.${verse.number}">${verse.text}</verse>`))}</chapter>`))}</div>`,
      ),
    )}</osisText></osis>`,
  (books) =>
    `<XMLBIBLE>${lines(
      books.map(
        ({ book, chapters }) =>
          `<BIBLEBOOK bnumber="${book.index}">${lines(chapters.map(({ number, verses }) => `<CHAPTER cnumber="${number}">${lines(verses.map((verse) => `<VERS vnumber="${verse.number}">${verse.text}</VERS>`))}</CHAPTER>`))}</BIBLEBOOK>`,
      ),
    )}</XMLBIBLE>`,
]

const wordsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.match(/\p{L}+/gu) ?? []).sort((a, b) => (a < b ? -1 : 1))

it.each(Array.from({ length: 40 }, (_, at) => at))('arrives, once, from odd text %i', async (at) => {
  const books = writtenBooks()
  for (let habits = 1 + random(6); habits > 0; habits--) {
    const written = one(books)
    const chapter = one(written.chapters)
    const place = random(chapter.verses.length)
    const verse = chapter.verses[place]
    if (verse) one(HABITS)(chapter, verse, place, written)
  }
  const text = one(FORMATS)(books)
  const [path, library] = [join(folder, `${at}.txt`), join(folder, `${at}.sqlite`)]
  writeFileSync(path, text)
  await importBible({ library, path, code: 'T', language: 'und' })
  const open = openLibrary(library)
  const version = open.version('T')
  const read = open.verses('T', 0, 67_000_000)
  const wrong = version && verifyVersion(open, version).wrong
  open.close()
  // The words of verse 0 become a title.
  const titles = read.flatMap(({ headings }) => headings?.map((heading) => heading.text) ?? [])
  const all = books.flatMap(({ chapters }) => chapters.flatMap(({ verses }) => verses.map((verse) => verse.text)))
  expect(wordsIn([...read.map((verse) => verse.text), ...titles]), text).toEqual(wordsIn(all))
  expect(wrong).toEqual([])
})
