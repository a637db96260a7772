import { DeciderSpecification, type Event } from '@event-driven-io/emmett'
import { describe, expect, it } from 'vitest'
import type { Aggregate, DomainCommand } from './aggregate.ts'
import { givenStreamOf } from './given.contract.ts'
import { streamsNamed } from './stream-names.ts'

type Counted = Event<'Counted', { parts: readonly (string | number | null)[] }>
type Count = DomainCommand<'Count', { parts: readonly (string | number | null)[]; times?: number }>

/** A decider that returns `times` events, each with the `parts` of the command. */
const counter: Aggregate<number, Count, Counted, number> = {
  events: { Counted: { schemaVersion: 1, personal: [] } },
  streams: streamsNamed('counter'),
  initialState: () => 0,
  evolve: (count) => count + 1,
  decide: ({ data: { parts, times = 1 } }) =>
    Array.from({ length: times }, () => ({ type: 'Counted', data: { parts } })),
  item: (count) => count,
}
const count = (parts: Count['data']['parts'], times = 1): Count => ({
  type: 'Count',
  data: { parts, times },
  metadata: { now: new Date(0) },
})
const counted = (...parts: Count['data']['parts']): Counted => ({ type: 'Counted', data: { parts } })

describe('what a test says a decider decides', () => {
  const given = givenStreamOf(counter)([])

  it('passes where it is so, also with 0, an empty text and null in a list', () => {
    given.when(count([1, 2])).then(counted(1, 2))
    given.when(count([0, '', null])).then([counted(0, '', null)])
    given.when(count([], 0)).thenNothingHappened()
  })
  it.each([
    ['a text is missing', [1], counted(1, '')],
    ['a text is too much', [1, 'x'], counted(1)],
    ['0 stands for null', [0], counted(null)],
  ])('fails where %s', (_what, parts, expected) => {
    expect(() => given.when(count(parts)).then(expected)).toThrow()
  })
  it('fails where there is an event too many, or another one', () => {
    expect(() => given.when(count([1], 2)).then(counted(1))).toThrow()
    expect(() => given.when(count([1])).then(counted(2))).toThrow()
    expect(() => given.when(count([1])).thenNothingHappened()).toThrow()
    expect(() => given.when(count([1])).thenThrows()).toThrow()
  })
  it('is stricter than emmett alone, which lets a value that is too much pass', () => {
    const emmett = DeciderSpecification.for<Count, Counted, number>(counter)([])
    expect(() => emmett.when(count([1, 'x'])).then(counted(1))).not.toThrow()
  })
})
