import 'fake-indexeddb/auto'
import { type PackHead, packChapter } from '@pathlight/contracts/pack-rules.ts'
import { expect, it } from 'vitest'
import { keptTexts } from '../../device/kept-texts.ts'
import { findKept } from './find-kept.ts'

it('a device searches the texts that it keeps, and answers nothing of Hebrew and Greek words', async () => {
  const details = { code: 'TST', name: 'T', localName: 'T', language: 'en', direction: 'ltr', licence: 'x' } as const
  const version = { ...details, copyright: null, books: [43], versification: 'eng' as const }
  const head: PackHead = { format: 1, chapters: 1, kind: 'version', version }
  const verse = { version: 'TST', book: 'John', chapter: 3, verse: 16, verse_id: 43_003_016, text: 'For God so loved' }
  const line = { book: 43, chapter: 3, line: JSON.stringify(packChapter(43, 3, [verse])) }
  await keptTexts.keep({ name: 'TST', tag: 'a', size: 1, head }, [line], null)
  const find = (query: string) => findKept(`/api/bible/find?${new URLSearchParams({ query, version: 'TST' })}`)
  expect((await find('loved'))?.total).toBe(1)
  // A result without hits would say that the text has no such words, so the answer is null.
  for (const query of ['strong:G25', 'loved STRONGS:g25', '-lemma:ἀγαπάω']) expect(await find(query)).toBeNull()
})
