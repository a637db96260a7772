import 'fake-indexeddb/auto'
import { type PackHead, packChapter } from '@pathlight/contracts/pack-rules.ts'
import { expect, it } from 'vitest'
import { keptTexts } from '../../device/kept-texts.ts'
import { keptComparison } from './kept-comparison.ts'

/** Stores Psalms 9 and 10 in the Hebrew numbering, in which the title of Psalm 9 is its first verse. */
const keepPsalms = () => {
  const details = { code: 'HEB', name: 'H', localName: 'H', language: 'he', direction: 'rtl', licence: 'x' } as const
  const version = { ...details, copyright: null, books: [19], versification: 'org' }
  const head: PackHead = { format: 1, chapters: 2, kind: 'version', version }
  const lines = [
    { chapter: 9, verses: 21 },
    { chapter: 10, verses: 18 },
  ].map(({ chapter, verses: count }) => {
    const verses = Array.from({ length: count }, (_, at) => {
      return { version: 'HEB', book: 'Psalms', chapter, verse: at + 1, verse_id: 0, text: `${chapter}:${at + 1}` }
    })
    return { book: 19, chapter, line: JSON.stringify(packChapter(19, chapter, verses)) }
  })
  return keptTexts.keep({ name: 'HEB', tag: 'a', size: 1, head }, lines, null)
}
const compare = (reference: string) => keptComparison(`/api/bible/compare?${new URLSearchParams({ reference })}`)

it('compares as many verses as the server does, by the standard numbering', async () => {
  await keepPsalms()
  const verses = (await compare('Psalm 9'))?.results[0]?.verses
  expect([verses?.length, verses?.at(0)?.text, verses?.at(-1)?.text]).toEqual([21, '9:1', '9:21'])
  expect(await compare('Psalm 9:1-10:1')).toBeNull()
})
