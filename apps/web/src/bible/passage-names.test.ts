import { describe, expect, it } from 'vitest'
import { bookLanguage, chapterHeading, verseNumber, verseReference } from './passage-names.ts'

describe('the name of a passage', () => {
  it('is in the language of the text', () => {
    expect(chapterHeading('John', 3, bookLanguage('en-GB'))).toBe('John 3')
    expect(chapterHeading('John', 3, bookLanguage('ko'))).toBe('요한복음 3장')
    expect(verseReference({ book: 'John', chapter: 3, verse: 16 }, 'ko')).toBe('요한복음 3:16')
  })

  it('calls one psalm a psalm, and in Korean counts psalms by 편', () => {
    expect(chapterHeading('Psalms', 23, 'en')).toBe('Psalm 23')
    expect(chapterHeading('Psalms', 23, 'ko')).toBe('시편 23편')
  })

  it('shows both ends of a verse bridge', () => {
    expect(verseNumber({ verse: 3, through: 4 })).toBe('3-4')
    expect(verseNumber({ verse: 3, through: 3 })).toBe('3')
    expect(verseReference({ book: 'Psalms', chapter: 23, verse: 1, through: 2 }, 'en')).toBe('Psalm 23:1-2')
  })
})
