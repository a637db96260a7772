import { describe, expect, it } from 'vitest'
import { idsOfPagesIn, itemOfPage, LINKED_PAGES, type LinkedList, pageOfItem } from './item-pages-rules.ts'
import { askedMention, mentions, mentionsIn, mentionsOfPad } from './mentions-rules.ts'

const ID = 'aaaaaaaa-2222-4333-8444-555555555555'

describe('what a text names', () => {
  const named = mentionsIn(`요 3:16 and Psalm 23, [my note](${pageOfItem('notes', ID)}) and /my-memos/memos/${ID}-x`)
  it('are verses, whole chapters and items that it links to', () => {
    expect(named).toEqual({
      verses: [
        [43_003_016, 43_003_016],
        [19_023_001, 19_023_999],
      ],
      items: [ID],
    })
  })
  it.each([
    ['43003016', null, true],
    ['43003010-43003016', null, true],
    ['43003017', null, false],
    ['19023004', null, true],
    [null, ID, true],
    [null, ID.toUpperCase(), true],
    [null, 'another', false],
    ['43003017', ID, false],
  ])('is asked for by names=%s, links_to=%s: %s', (names, linksTo, isOne) => {
    const asked = askedMention(names, linksTo)
    expect(asked && mentions(named, asked)).toBe(isOne)
  })
  it('is not asked for where a call has neither', () => expect(askedMention(null, null)).toBeNull())
})

it('a study pad names what is in it', () => {
  const entries = [
    { type: 'heading', text: 'Romans 8:28' },
    { type: 'passage', version: 'KJV', verse_id: 43_003_016, end_verse_id: 43_003_018 },
    { type: 'item', kind: 'note', id: ID },
  ] as const
  expect(mentionsOfPad({ title: 'Jude 5', entries })).toEqual({
    verses: [
      [65_001_005, 65_001_005],
      [45_008_028, 45_008_028],
      [43_003_016, 43_003_018],
    ],
    items: [ID],
  })
})

describe('the page of an item', () => {
  it('says which item it is', () => {
    for (const list of Object.keys(LINKED_PAGES) as LinkedList[]) {
      const address = pageOfItem(list, ID)
      expect(itemOfPage(address)).toEqual({ list, id: ID })
      expect(idsOfPagesIn(`See ${address}.`)).toEqual([ID])
    }
  })
  it.each([
    '/my-memos/memos',
    `/my-memos/other/${ID}`,
    `https://evil.example/my-memos/memos/${ID}`,
    `/my-memos/memos/${ID}/x`,
  ])('is not %s', (address) => expect(itemOfPage(address)).toBeNull())
})
