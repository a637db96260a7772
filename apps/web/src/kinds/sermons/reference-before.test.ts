import { describe, expect, it } from 'vitest'
import { referenceBefore } from './reference-before.ts'

const found = (text: string) => {
  const typed = referenceBefore(text)
  if (!typed) return null
  const { book, chapter, verse, endChapter, endVerse, from, to } = typed
  return [book.name.en, chapter, verse, endChapter, endVerse, text.slice(from, to)]
}

describe('a reference that was just typed', () => {
  it.each([
    ['요 3:16', ['John', 3, 16, 3, 16, '요 3:16']],
    ['Rom 8:28-30', ['Romans', 8, 28, 8, 30, 'Rom 8:28-30']],
    ['As it says in Rom 8:28–30', ['Romans', 8, 28, 8, 30, 'Rom 8:28–30']],
    ['롬8:28', ['Romans', 8, 28, 8, 28, '롬8:28']],
    ['오늘 말씀은 요한복음 3장 16절', ['John', 3, 16, 3, 16, '요한복음 3장 16절']],
    ['시편 23편 1절-3절', ['Psalms', 23, 1, 23, 3, '시편 23편 1절-3절']],
    ['(1 John 4:8', ['1 John', 4, 8, 4, 8, '1 John 4:8']],
    ['Song of Solomon 2:1', ['Song of Solomon', 2, 1, 2, 1, 'Song of Solomon 2:1']],
    ['John 3:36-4:2 ', ['John', 3, 36, 4, 2, 'John 3:36-4:2 ']],
  ])('is found: %s', (text, expected) => expect(found(text)).toEqual(expected))
  it.each([
    '',
    'We meet at 3:16',
    'John 3',
    'John 3:',
    'John 22:1',
    'John 3:18-16',
    'John 3:0',
    'Hezekiah 3:16',
    'John 3:16 and more',
    `${'x '.repeat(500)}1:2:3:16`,
  ])('is none: %j', (text) => expect(found(text)).toBeNull())
})
