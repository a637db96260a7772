import { expect, it } from 'vitest'
import type { KnownTexts } from '../verse-place.ts'
import { sermonFrom } from './sermon-words.ts'

const JOINED = { verse_id: 43_003_016, text: 'So loved, not to condemn.' }
/** A version whose text has John 3:16, joined with 3:17, and no other verse. */
const texts: KnownTexts = {
  knowsVersion: () => true,
  verseText: (_version, verseId) => (verseId === JOINED.verse_id ? JOINED.text : ''),
  versesBetween: (_version, first) => ([43_003_016, 43_003_017].includes(first) ? [JOINED] : []),
}
const writer = {
  userId: 'ann',
  html: { read: () => Promise.reject(new Error('no HTML')), close: async () => undefined },
}
const upTo = (endVerseId: number) =>
  sermonFrom(
    {
      ...{ title: 'Love', speaker: 'Ann', content: 'So loved.', version: 'WEB', book: 'John' },
      ...{ startChapter: 3, startVerseId: JOINED.verse_id, endChapter: 3, endVerseId },
    },
    texts,
    writer,
  )

it('a sermon may end with a verse that the text joins with the one before, and with none that the text lacks', async () => {
  expect(await upTo(43_003_017)).toMatchObject({ endVerseId: 43_003_017 })
  await expect(upTo(43_003_018)).rejects.toMatchObject({ code: 'unknown_verse' })
})
