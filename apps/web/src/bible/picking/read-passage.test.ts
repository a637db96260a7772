import { expect, it } from 'vitest'
import { readPassageTyped } from './read-passage.ts'

const read = (typed: string) =>
  readPassageTyped(typed).to.map(({ book, chapter, verses }) => `${book} ${chapter}:${verses.join(' ')}`)

it.each([
  ['Jude 5', ['Jude 1:5']],
  ['Jhon 3:16', ['John 3:16']],
  ['“John 3:16”', ['John 3:16']],
  ['John 3:16 (KJV)', ['John 3:16']],
  ['John 3:16 NIV', ['John 3:16']],
  ['2 JOHN', ['2 John 1:']],
  ['1 SAM 2', ['1 Samuel 2:']],
  ['3 JOHN 4 KJV', ['3 John 1:4']],
  ['요한복음 3장 16절 (개역한글)', ['John 3:16']],
  ['창 1:30-2:3', ['Genesis 1:30 31']],
  ['Romans 8:28-30, 35', ['Romans 8:28 29 30 35']],
  ['John 3; Romans 8', ['John 3:', 'Romans 8:']],
])('reads %s as the search does', (typed, wanted) => expect(read(typed)).toEqual(wanted))

it.each([
  ['John 3:99', 'no_such_verse'],
  ['John 99', 'no_such_chapter'],
  ['Jhon 3:99', 'no_such_verse'],
  ['nothing at all', 'not_a_reference'],
])('says why %s is no place', (typed, code) => {
  expect(readPassageTyped(typed)).toMatchObject({ to: [], problem: { code } })
})
