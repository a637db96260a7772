import { describe, expect, it } from 'vitest'
import type { InStream } from '../aggregate.ts'
import { givenStreamOf, keepsWhatWasRecorded, placed, standsOnItsEnds } from '../given.contract.ts'
import { RuleBroken } from '../rule.ts'
import { hasTags } from '../tagged.contract.ts'
import { type HighlightEvent, highlightAddress, highlightId, type KeptHighlight } from './events.ts'
import { type HighlightItem, highlightKind } from './highlight-item.ts'
import { HIGHLIGHTS_OF_A_VERSE_MAX, highlights, TAGS_OF_A_VERSE_MAX } from './highlights.ts'
import recorded from './recorded-events.json' with { type: 'json' }

const given = givenStreamOf(highlights)
const verse = { userId: '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21', verseId: 43_003_016, version: 'KJV' }
const idOf = (own: string) => highlightId(verse.verseId, verse.version, own)
const now = '2026-01-01T08:00:00.000Z'

const kept = (own: string, startOffset: number, endOffset: number, color: string | null = null): KeptHighlight => ({
  id: idOf(own),
  selectedText: 'x'.repeat(Math.max(0, endOffset - startOffset)),
  startOffset,
  endOffset,
  color,
  addedAt: now,
})
const made = (madeAt: number, highlight: KeptHighlight): KeptHighlight => ({ ...highlight, madeAt })
const change = (own: string, ...after: KeptHighlight[]) => ({
  ...verse,
  highlightId: idOf(own),
  highlights: after,
  at: now,
})
const added = (own: string, ...after: KeptHighlight[]): HighlightEvent => ({
  type: 'HighlightAdded',
  data: change(own, ...after),
})
const removed = (own: string, ...after: KeptHighlight[]): HighlightEvent => ({
  type: 'HighlightRemoved',
  data: change(own, ...after),
})
const colored = (own: string, ...after: KeptHighlight[]): HighlightEvent => ({
  type: 'HighlightColored',
  data: change(own, ...after),
})

const add = (own: string, startOffset: number, endOffset: number, verseText: string | null = null) =>
  ({
    type: 'AddHighlight',
    data: {
      ...verse,
      highlightId: idOf(own),
      selectedText: verseText?.slice(startOffset, endOffset) ?? 'x'.repeat(Math.max(0, endOffset - startOffset)),
      startOffset,
      endOffset,
      color: null,
    },
    metadata: { now: new Date(now), verseText },
  }) as const
const remove = (own: string) =>
  ({ type: 'RemoveHighlight', data: { ...verse, highlightId: idOf(own) }, metadata: { now: new Date(now) } }) as const
const color = (own: string, to: string | null) =>
  ({
    type: 'ColorHighlight',
    data: { ...verse, highlightId: idOf(own), color: to },
    metadata: { now: new Date(now) },
  }) as const

const broken = (code: string) => (error: Error) => error instanceof RuleBroken && error.code === code

describe('the highlights of a verse', () => {
  it('begin with one', () =>
    given([])
      .when(add('a', 0, 7))
      .then([added('a', made(1, kept('a', 0, 7)))]))
  it('are kept in the order of the words', () =>
    given([added('b', kept('b', 10, 12))])
      .when(add('a', 0, 7))
      .then([added('a', made(2, kept('a', 0, 7)), kept('b', 10, 12))]))
  it('may touch each other', () =>
    given([added('a', kept('a', 0, 7))])
      .when(add('b', 7, 9))
      .then([added('b', kept('a', 0, 7), made(2, kept('b', 7, 9)))]))
  it('stand on their words when the text was changed since, and on all of it where it no longer has them', () => {
    const moved = given([added('a', kept('a', 0, 7))])
    moved
      .when(add('b', 0, 4, 'Yes, xxxxxxx'))
      .then([added('b', kept('a', 0, 7), made(2, { ...kept('b', 0, 4), selectedText: 'Yes,' }))])
    moved.when(add('b', 6, 8, 'Yes, xxxxxxx')).thenThrows(broken('highlight_overlaps'))
    moved.when(add('b', 9, 11, 'Quite other words')).thenThrows(broken('highlight_overlaps'))
  })
  it.each([
    ['within', 2, 3],
    ['over its end', 6, 9],
    ['over its beginning', 0, 3],
    ['around', 0, 9],
    ['the same', 2, 7],
  ])('never overlap: %s', (_how, start, end) =>
    given([added('a', kept('a', 2, 7))])
      .when(add('b', start, end))
      .thenThrows(
        (error) =>
          broken('highlight_overlaps')(error) && error.message === 'Selected text overlaps with existing content',
      ),
  )
  it.each([
    [-1, 3],
    [3, 3],
    [4, 3],
  ])('refuse the range from %d to %d', (start, end) =>
    given([])
      .when(add('a', start, end))
      .thenThrows(broken('bad_offsets')),
  )
  it('take an id once', () =>
    given([added('a', kept('a', 0, 2))])
      .when(add('a', 5, 7))
      .thenThrows(broken('highlight_exists')))
  it('are bounded in number', () => {
    const many = Array.from({ length: HIGHLIGHTS_OF_A_VERSE_MAX }, (_, at) => kept(`h${at}`, at * 2, at * 2 + 1))
    given([added('h0', ...many)])
      .when(add('more', 1_000, 1_001))
      .thenThrows(broken('too_many_highlights'))
  })
  it('are bounded in the tags that they have together', () => {
    const tags = Array.from({ length: 50 }, (_, n) => `tag ${n}`)
    const full = Array.from({ length: TAGS_OF_A_VERSE_MAX / 50 }, (_, at) => ({ ...kept(`h${at}`, at, at + 1), tags }))
    const verseIsFull = added('h0', ...full, kept('more', 1_000, 1_001))
    given([verseIsFull])
      .when({ ...color('more', null), data: { ...color('more', null).data, tags: ['one'] } })
      .thenThrows(broken('too_many_tags_on_verse'))
    given([verseIsFull])
      .when(remove('more'))
      .then(removed('more', ...full))
  })

  it('take a colour of their own, and give it up', () => {
    const plain = added('a', made(1, kept('a', 0, 7)))
    const green = colored('a', made(1, kept('a', 0, 7, '#00ff00')))
    given([plain]).when(color('a', '#00ff00')).then([green])
    given([plain, green])
      .when(color('a', null))
      .then([colored('a', made(1, kept('a', 0, 7)))])
    given([plain, green]).when(color('a', '#00ff00')).thenNothingHappened()
  })
  it('take a style with the colour, keep it where none is said, and give it up', () => {
    const underlined: KeptHighlight = { ...kept('a', 0, 7, '#00ff00'), style: 'underline' }
    const styled = (style?: 'underline' | null) => {
      const { data, ...command } = color('a', '#00ff00')
      return { ...command, data: { ...data, ...(style !== undefined && { style }) } }
    }
    const before = colored('a', made(1, underlined))
    given([added('a', made(1, kept('a', 0, 7)))])
      .when(styled('underline'))
      .then([before])
    given([before]).when(styled()).thenNothingHappened()
    given([before]).when(styled('underline')).thenNothingHappened()
    given([before])
      .when(styled(null))
      .then([colored('a', made(1, kept('a', 0, 7, '#00ff00')))])
    const { data, ...command } = add('b', 9, 12)
    given([])
      .when({ ...command, data: { ...data, style: 'underline' } })
      .then([added('b', made(1, { ...kept('b', 9, 12), style: 'underline' }))])
  })
  it('let one go and leave the others', () =>
    given([added('b', kept('a', 0, 7), kept('b', 10, 12))])
      .when(remove('a'))
      .then([removed('a', kept('b', 10, 12))]))
  it('make room for new ones by going', () =>
    given([added('a', kept('a', 0, 7)), removed('a')])
      .when(add('b', 3, 5))
      .then([added('b', made(3, kept('b', 3, 5)))]))
  it('bring one back to the colour and the place it had, unless another has taken that', () => {
    const after = (event: HighlightEvent) =>
      highlightKind.itemAfter(null, placed([event])[0] as InStream<HighlightEvent>)
    const restored = (own: string, ...all: KeptHighlight[]): HighlightEvent => ({
      type: 'HighlightRestored',
      data: change(own, ...all),
    })
    const plain = added('a', kept('a', 0, 7))
    const restore = {
      type: 'Restore',
      data: { userId: verse.userId, item: after(plain) as HighlightItem },
      metadata: { now: new Date(now), verseText: null, madeAt: 1 },
    } as const
    given([plain, colored('a', kept('a', 0, 7, '#00ff00'))])
      .when(restore)
      .then(restored('a', made(1, kept('a', 0, 7))))
    given([added('b', kept('a', 0, 7), kept('b', 10, 12)), removed('a', kept('b', 10, 12))])
      .when(restore)
      .then(restored('a', made(1, kept('a', 0, 7)), kept('b', 10, 12)))
    given([plain, removed('a'), added('b', kept('b', 3, 9))])
      .when(restore)
      .thenThrows(
        (error) =>
          broken('highlight_overlaps')(error) && error.message === 'Selected text overlaps with existing content',
      )
    given([plain]).when(restore).thenThrows(broken('already_current'))
  })
  const plain = added('a', kept('a', 0, 7))
  /** The commands that restore and import the highlight of `plain`. */
  const comingBack = (verseText: string) => {
    const item = highlightKind.itemAfter(null, placed([plain])[0] as InStream<HighlightEvent>) as HighlightItem
    const { userId } = verse
    const metadata = { now: new Date(now), verseText }
    return [
      { type: 'Restore', data: { userId, item }, metadata: { ...metadata, madeAt: 1 } },
      { type: 'Import', data: { userId, id: idOf('a'), action: 'added', at: now, after: null, item }, metadata },
    ] as const
  }
  it('that come back or are imported stand on their words in the text of today', () => {
    const yes = { ...kept('b', 0, 4), selectedText: 'Yes,' }
    for (const command of comingBack('Yes, indeed: xxxxxxx')) {
      given([plain, removed('a'), added('b', kept('b', 14, 16))])
        .when(command)
        .thenThrows(broken('highlight_overlaps'))
      const before = placed([plain, removed('a'), added('b', yes)])
      const [event] = [highlights.decide(command, before.reduce(highlights.evolve, highlights.initialState()))].flat()
      expect(event?.data.highlights.map(({ id }) => id).toSorted()).toEqual([idOf('a'), idOf('b')])
    }
  })
  it('that come back or are imported stand where they were if the text of today has their words nowhere', () => {
    for (const command of comingBack('Quite other words')) {
      const before = placed([plain, removed('a'), added('b', { ...kept('b', 12, 17), selectedText: 'words' })])
      const [event] = [highlights.decide(command, before.reduce(highlights.evolve, highlights.initialState()))].flat()
      expect(event?.data.highlights.map(({ id }) => id)).toEqual([idOf('a'), idOf('b')])
      given([plain, removed('a'), added('b', { ...kept('b', 0, 5), selectedText: 'Quite' })])
        .when(command)
        .thenThrows(broken('highlight_overlaps'))
    }
  })
  it('are not moved to other words by an imported change that follows the last one', () => {
    const item = highlightKind.itemAfter(null, placed([plain])[0] as InStream<HighlightEvent>) as HighlightItem
    const imported = (changed: Partial<HighlightItem>) =>
      ({
        type: 'Import',
        data: {
          userId: verse.userId,
          id: idOf('a'),
          action: 'edited',
          at: now,
          after: 2,
          item: { ...item, ...changed },
        },
        metadata: { now: new Date(now), verseText: null },
      }) as const
    const stream = [plain, added('b', kept('a', 0, 7), kept('b', 10, 12))]
    given(stream)
      .when(imported({ start_offset: 8, end_offset: 14 }))
      .thenThrows(broken('import_other_history'))
    given(stream)
      .when(imported({ color: '#00ff00' }))
      .then([colored('a', kept('a', 0, 7, '#00ff00'), kept('b', 10, 12))])
  })
  it('refuse to change what is not there', () => {
    given([]).when(remove('a')).thenThrows(broken('highlight_not_found'))
    given([added('a', kept('a', 0, 7)), removed('a')])
      .when(color('a', null))
      .thenThrows(broken('highlight_not_found'))
  })
  it('answer with the one that was changed, and with none when it is gone', () => {
    const state = placed([added('a', kept('a', 0, 7)), added('b', kept('a', 0, 7), kept('b', 9, 12))]).reduce(
      highlights.evolve,
      highlights.initialState(),
    )
    expect(highlights.item(state)).toMatchObject({ id: idOf('b'), book: 'John', chapter: 3, revision: 2 })
    expect(highlights.item(placed([removed('a')]).reduce(highlights.evolve, state))).toBeNull()
  })

  standsOnItsEnds(highlights, [
    [added('a', kept('a', 0, 7)), added('b', kept('a', 0, 7), kept('b', 9, 12)), removed('a', kept('b', 9, 12))],
    [
      added('a', kept('a', 0, 7)),
      removed('a'),
      added('b', kept('b', 3, 5)),
      colored('b', kept('b', 3, 5, '#00ff00')),
      added('c', kept('b', 3, 5, '#00ff00'), kept('c', 9, 10)),
    ],
  ])
  hasTags(highlights, {
    add: {
      AddHighlight: {
        ...verse,
        highlightId: idOf('a'),
        ...{ selectedText: 'God', startOffset: 4, endOffset: 7, color: null },
      },
    },
    edit: { ColorHighlight: { ...verse, highlightId: idOf('a') } },
    ...{ edited: 'HighlightColored', id: idOf('a') },
  })
  keepsWhatWasRecorded(highlights, recorded.streams)
})

describe('the id of a highlight', () => {
  it('says where it is kept', () =>
    expect(highlightAddress(idOf('3d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21'))).toEqual({
      verseId: 43_003_016,
      version: 'KJV',
    }))
  it.each(['', '43003016', '43003016.KJV', '.KJV.x', 'x.KJV.x', '43003016.KJV.x.y', '43003016..x'])('is not %j', (id) =>
    expect(highlightAddress(id)).toBeNull(),
  )
})
