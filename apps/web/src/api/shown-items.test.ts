import { describe, expect, it } from 'vitest'
import { ApiProblem } from './api-problem.ts'
import type { PendingWrite } from './pending-write.ts'
import { shownItems } from './shown-items.ts'

type Card = { readonly id: string; readonly text: string; readonly here: boolean; readonly shown_at?: number }

const card = (id: string, text = id, here = true): Card => ({ id, text, here })
const served = [card('a'), card('b'), card('c')]
const write = (
  change: { base: Card; wanted: null } | { base: Card | null; wanted: Card },
  state: PendingWrite<Card>['state'] = { status: 'sending', tries: 0 },
): PendingWrite<Card> => {
  const itemId = (change.wanted ?? change.base)?.id ?? ''
  return { ...change, key: itemId, kind: 'cards', userId: 'ruth', itemId, lane: itemId, madeAt: '', state }
}
const shown = (writes: PendingWrite<Card>[], at = '10', items: readonly Card[] = served) =>
  shownItems(items, at, writes, ({ here }) => here)
const texts = (cards: readonly Card[]) => cards.map(({ text }) => text)

describe('what is shown', () => {
  it('is what the server gave, the very same, where nothing is on its way', () => {
    expect(shown([])).toBe(served)
    expect(shown([write({ base: null, wanted: card('d') }, { status: 'gone' })])).toBe(served)
  })

  it('has what was added, changed and removed, before the server has said so', () => {
    const writes = [
      write({ base: null, wanted: card('d') }),
      write({ base: card('b'), wanted: card('b', 'B') }, { status: 'waiting', tries: 3, due: 0 }),
      write({ base: card('a'), wanted: null }),
    ]
    expect(texts(shown(writes))).toEqual(['B', 'c', 'd'])
  })

  it('has what the server made of it, until what was served has that', () => {
    const saved = write(
      { base: card('b'), wanted: card('b', 'B ') },
      { status: 'saved', item: card('b', 'B'), at: '11' },
    )
    expect(texts(shown([saved], '10'))).toEqual(['a', 'B', 'c'])
    // From position 11 on, the server's answer counts: another device may have changed the item since.
    expect(shown([saved], '11')).toBe(served)
    expect(texts(shown([saved], '9'))).toEqual(['a', 'B', 'c'])
  })

  it('has no part of what was refused: each change is taken back alone', () => {
    const refused = [
      write({ base: card('a'), wanted: card('a', 'A') }, { status: 'conflict', current: card('a', 'other') }),
      write({ base: card('b'), wanted: null }, { status: 'failed', error: new ApiProblem(400, {}) }),
    ]
    expect(texts(shown([...refused, write({ base: card('c'), wanted: card('c', 'C') })]))).toEqual(['a', 'b', 'C'])
  })

  it('has the latest of several changes', () => {
    const first = write({ base: null, wanted: card('d', 'D1') })
    expect(texts(shown([first, write({ base: card('d', 'D1'), wanted: card('d', 'D2') })]))).toEqual([
      'a',
      'b',
      'c',
      'D2',
    ])
  })

  it('has only what belongs here: what moves away leaves', () => {
    const away = write({ base: card('a'), wanted: card('a', 'A', false) })
    const elsewhere = write({ base: null, wanted: card('d', 'D', false) })
    expect(texts(shown([away, elsewhere]))).toEqual(['b', 'c'])
  })

  it('keeps what only this list says of an item', () => {
    const items = [{ ...card('a'), shown_at: 5 }]
    expect(shown([write({ base: card('a'), wanted: card('a', 'A') })], '10', items)).toEqual([
      { ...card('a', 'A'), shown_at: 5 },
    ])
  })
})
