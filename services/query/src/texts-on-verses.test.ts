import { expect, it } from 'vitest'
import { daysIn, type Paper } from './paper.ts'
import { textsOnVerses } from './texts-on-verses.ts'

it('writes a text under its verses, with every field that its kind has beside it, by name', () => {
  // `textsOnVerses` works for any kind, for example this made-up one.
  const { paper } = textsOnVerses<never>({ en: 'Prayers', ko: '기도' }, {
    date: { en: 'Prayed on', ko: '기도한 날' },
    place: { en: 'Place', ko: '곳' },
  } as never)
  const { inWords } = paper as Extract<Paper, { readonly files: 'book' | 'one' }>
  const item = {
    ...{ verse_id: 19_023_001, end_verse_id: 19_023_003, version: 'KJV', text: 'Lead *me*', tags: ['길'] },
    ...{ date: '2026-03-01', place: null, updated_at: '2026-03-02T08:00:00.000Z' },
  }
  expect(inWords(item, 'ko', daysIn('UTC')).split('\n\n')).toEqual([
    '## 시편 23:1-3 · KJV',
    '기도한 날: 2026-03-01',
    'Lead *me*',
    '태그: 길',
    '*2026-03-02*',
  ])
})
