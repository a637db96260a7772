import { describe, expect, it } from 'vitest'
import { KnownStreams } from './known-streams.ts'

const ids = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `id-${from + index}`)

describe('what is known of streams', () => {
  it('grows by what follows, and takes no event twice', () => {
    const known = new KnownStreams()
    known.learn('a', 1n, ids(3))
    known.learn('a', 2n, ids(4, 1))
    expect(known.get('a')?.version).toBe(5n)
    expect(known.get('a')?.ids.get('id-4')).toBe(5n)
    known.learn('a', 1n, ids(2))
    expect(known.get('a')?.version).toBe(5n)
  })

  it('has no holes', () => {
    const known = new KnownStreams()
    known.learn('a', 3n, ids(1))
    expect(known.get('a')).toBeUndefined()
    known.learn('a', 1n, ids(1))
    known.learn('a', 3n, ids(1, 2))
    expect(known.get('a')?.version).toBe(1n)
  })

  it('forgets one that it is told to forget', () => {
    const known = new KnownStreams()
    known.learn('a', 1n, ids(3))
    known.forget('a')
    known.forget('unknown')
    expect(known.get('a')).toBeUndefined()
    known.learn('a', 1n, ids(1))
    expect(known.get('a')?.version).toBe(1n)
  })

  it('forgets the streams used longest ago when there are too many events', () => {
    const known = new KnownStreams()
    known.learn('old', 1n, ids(20_000))
    known.learn('used', 1n, ids(20_000))
    known.learn('old', 20_001n, ids(1, 20_000))
    known.learn('new', 1n, ids(20_000))
    expect(known.get('used')).toBeUndefined()
    expect(known.get('old')?.version).toBe(20_001n)
    expect(known.get('new')?.version).toBe(20_000n)
  })

  it('keeps the newest stream whole, however long it is', () => {
    const known = new KnownStreams()
    known.learn('long', 1n, ids(60_000))
    expect(known.get('long')?.version).toBe(60_000n)
    known.learn('next', 1n, ids(1))
    expect(known.get('long')).toBeUndefined()
  })
})
