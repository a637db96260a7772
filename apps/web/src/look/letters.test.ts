import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BOOKS } from '@pathlight/scripture/books.ts'
import { describe, expect, it } from 'vitest'
import ko from '../locales/ko.json'
import { shows } from './letters.ts'

const points = (text: string) => new Set([...text].map((character) => character.codePointAt(0) ?? 0))
const css = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const rangesOf = (sheet: string) => [...sheet.matchAll(/unicode-range:\s*([^;]+);/g)].map(([, range]) => String(range))

const SOURCES = join(import.meta.dirname, '..')
/** The words whose keys mark them as titles, as in tools/src/subset-fonts.ts. */
const titlesIn = (words: object): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object'
      ? titlesIn(value)
      : /title|heading|how$|why$|empty$|question$/i.test(key)
        ? [String(value)]
        : [],
  )

describe('the letters of a page', () => {
  it.each([
    ['a', 'U+61', true],
    ['a', 'U+20-7e', true],
    ['가', 'U+20-7E, U+AC00', true],
    ['가', 'U+ac01-d7a3, U+20', false],
    ['é', 'U+0-10FFFF', true],
    ['', 'U+0-10FFFF', false],
  ])('of "%s" are among %s: %s', (text, range, there) => expect(shows(points(text), range)).toBe(there))

  it('are all there for the words of the interface and the names of books', () => {
    const ranges = [...rangesOf(css('fonts.css')), ...rangesOf(css('korean-letters.css'))]
    const missing = [...new Set(JSON.stringify(ko))].filter(
      (letter) => /\p{L}/u.test(letter) && !ranges.some((range) => shows(points(letter), range)),
    )
    expect(missing).toEqual([])
  })

  it('are all there in the weight of headings for the names of books and all titles, in 60 kB', () => {
    const catalogues = globSync('{locales/ko.json,locales/ko/*.json,kinds/*/words/*.ko.json}', { cwd: SOURCES })
    const titles = catalogues.flatMap((name) => titlesIn(JSON.parse(readFileSync(join(SOURCES, name), 'utf8'))))
    expect(titles.length).toBeGreaterThan(100)
    const [, heading = ''] = css('korean-letters.css').split("'Pathlight Korean Heading'")
    const ranges = rangesOf(heading)
    const letters = new Set([...BOOKS.map(({ name }) => name.ko), '장편절', ...titles].join(''))
    const missing = [...letters].filter(
      (letter) => /[가-힣]/.test(letter) && !ranges.some((range) => shows(points(letter), range)),
    )
    expect(missing, 'tools/src/subset-fonts.ts makes the file anew').toEqual([])
    expect(statSync(join(import.meta.dirname, 'letters/korean-heading.woff2')).size).toBeLessThanOrEqual(60_000)
  })

  it('stand each in one file', () => {
    const [body = ''] = css('korean-letters.css').split("'Pathlight Korean Heading'")
    const ranges = rangesOf(body).flatMap((range) => range.split(/,\s*/))
    const ends = ranges.map((range) =>
      range
        .slice(2)
        .split('-')
        .map((end) => Number.parseInt(end, 16)),
    )
    const all = ends.flatMap(([from = 0, to = from]) => Array.from({ length: to - from + 1 }, (_, step) => from + step))
    expect(all).toHaveLength(2350)
    expect(new Set(all).size).toBe(2350)
  })
})
