import type { Found } from '@pathlight/contracts/bible-search.ts'
import { describe, expect, it } from 'vitest'
import { opensPassage, pathOfReference } from './open-reference.ts'
import { readSearch } from './search-asked.ts'

const joel = { book: 'Joel', chapter: 2, verse: 28, endChapter: 2, endVerse: 28 }
const text = (version: string, chapter: number, verse: number) => ({
  version,
  chapter,
  verse,
  verse_id: 29_000_000 + chapter * 1000 + verse,
  text: 'I will pour out my spirit',
  marks: [] as [number, number][],
})
const found = (more: Partial<Found> = {}): Found => ({
  reference: joel,
  passages: 1,
  truncated: false,
  total: 1,
  versions: [],
  testaments: [],
  books: [],
  hits: [
    {
      id: 29_002_028,
      book: 'Joel',
      chapter: 2,
      verse: 28,
      texts: [text('ENG', 2, 28), text('HEB', 3, 1)],
      also: ['KRV', 'VUL'],
      alsoAt: [
        { chapter: 2, verse: 28 },
        { chapter: 3, verse: 1 },
      ],
    },
  ],
  next: null,
  problem: null,
  malformed: null,
  why: null,
  suggestion: null,
  ...more,
})
const versions = [
  ...['ENG', 'HEB', 'KRV', 'PART'].map((code) => ({ code, source: 'imported' as const })),
  { code: 'ESV', source: 'remote' as const },
]
const pathIn = (version: string, one = found()) => pathOfReference(one, version, versions)
const asked = (search: string) => readSearch(new URLSearchParams(search))

describe('a reference', () => {
  it('is opened in the version that is wanted, by its own numbers, else in one that has it', () => {
    expect(pathIn('HEB')).toBe('/bible/HEB/Joel/3#v1')
    expect(pathIn('KRV')).toBe('/bible/KRV/Joel/2#v28')
    expect(pathIn('VUL')).toBe('/bible/VUL/Joel/3#v1')
    expect(pathIn('PART')).toBe('/bible/ENG/Joel/2#v28')
    // The search does not look into the ESV, which comes from a provider.
    expect(pathIn('ESV')).toBe('/bible/ESV/Joel/2#v28')
    // A range covers the same verses in another version's numbering. A range that continues in the next chapter ends
    // with its first chapter.
    const three = found({ reference: { ...joel, endVerse: 30 } })
    expect(pathIn('HEB', three)).toBe('/bible/HEB/Joel/3#v1-3')
    expect(pathIn('KRV', three)).toBe('/bible/KRV/Joel/2#v28-30')
    expect(pathIn('ENG', found({ reference: { ...joel, endChapter: 3, endVerse: 2 } }))).toBe(
      '/bible/ENG/Joel/2#v28-32',
    )
    const book = { ...joel, chapter: 1, verse: null, endVerse: null }
    expect(pathIn('ENG', found({ reference: book, passages: 0 }))).toBe('/bible/ENG/Joel/1')
  })

  it('is opened where it is one, and what was found is shown where it is several or a word of the text', () => {
    expect(opensPassage(asked('query=x'), found())).toBe(true)
    expect(opensPassage(asked('query=x'), found({ passages: 2 }))).toBe(false)
    expect(opensPassage(asked('query=x'), found({ passages: 0, total: 0 }))).toBe(true)
    expect(opensPassage(asked('query=x'), found({ passages: 0, total: 53 }))).toBe(false)
    for (const narrowed of ['&version=KJV', '&testament=old', '&book=Joel', '&order=book', '&after=x'])
      expect(opensPassage(asked(`query=x${narrowed}`), found())).toBe(false)
  })
})
