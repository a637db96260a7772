import { hasWords, wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { expect, it } from 'vitest'
import { sermonKind } from './kind.ts'

const quotation = {
  type: 'scripture',
  attrs: { reference: 'Romans 8:28–30', version: 'WEB', verseId: 45_008_028, lang: 'en' },
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'All things.' }] }],
}
const sermon = {
  ...{ title: 'Hope', speaker: 'Ruth', version: 'WEB', start_verse_id: 43_003_016, end_verse_id: 43_003_016 },
  content: { type: 'doc', content: [{ type: 'blockquote', content: [quotation] }] },
}

it('a sermon is found by a passage that was inserted into it, and mentions it', () => {
  const { searched } = sermonKind
  expect(hasWords(searched?.findable(sermon) ?? '', wordsToFind('romans 8:28-30'))).toBe(true)
  expect(searched?.mentions?.(sermon).verses).toEqual([[45_008_028, 45_008_030]])
})
