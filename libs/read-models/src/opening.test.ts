import { describe, expect, it } from 'vitest'
import { liveCheckpoint } from '../test/world.contract.ts'
import { decideOpening, setBackOf, startOver } from './opening.ts'
import { type Checkpoint, LogSetBack, OpeningRefused } from './read-model-store.ts'

const LOG = 'log'
/** The result of `setBackOf` if every checkpoint fits the log. */
const NONE_SET_BACK: ReadonlyMap<Checkpoint, string> = new Map()
/** A log with this end and these events: ids by position. */
const logUpTo = (end: bigint, events: Readonly<Record<string, string>> = {}) => ({
  identity: async () => LOG,
  end: async () => end,
  idAt: async (position: bigint) => events[String(position)] ?? null,
})
const live = (generation: number, version: number, changed: Partial<Checkpoint> = {}) =>
  liveCheckpoint('notes', { generation, version, position: 70n, ...changed })
const building = (generation: number, version: number, changed: Partial<Checkpoint> = {}) =>
  live(generation, version, { live: false, position: 30n, ...changed })
const defined = (version: number) => [{ name: 'notes', version }]
const key = ({ name, generation }: Checkpoint) => `${name} ${generation}`
const decide = (
  all: readonly Checkpoint[],
  definitions: { name: string; version: number }[],
  options: Partial<Parameters<typeof decideOpening>[2]> = {},
) => decideOpening(all, definitions, { log: LOG, setBack: NONE_SET_BACK, stored: [], starting: true, ...options })

/**
 * Decides the steps and applies them to the checkpoints until no step is left, in five rounds at most. Returns the
 * checkpoints.
 */
const settled = (checkpoints: readonly Checkpoint[], definitions: { name: string; version: number }[]) => {
  let stored = [...checkpoints]
  for (let round = 0; round < 5; round++) {
    const steps = decide(stored, definitions)
    if (steps.length === 0) return stored
    for (const { before, after } of steps) {
      if (before) expect(stored).toContainEqual(before)
      else expect(stored.map(key)).not.toContain(after && key(after))
      stored = [...stored.filter((one) => !before || key(one) !== key(before)), ...(after ? [after] : [])]
    }
  }
  throw new Error('It never ends')
}

describe('opening the checkpoints', () => {
  it('begins with everything read from the first event on where nothing is stored', () => {
    const definitions = [...defined(3), { name: 'sermons', version: 1 }]
    expect(settled([], definitions)).toEqual([
      liveCheckpoint('notes', { version: 3 }),
      liveCheckpoint('sermons', { version: 1 }),
    ])
  })

  it('has nothing to do where all is as defined, and leaves what is no read model', () => {
    const mail = liveCheckpoint('mail', { generation: 0, live: false, log: 'other' })
    expect(decide([live(1, 2), mail], defined(2))).toEqual([])
  })

  it('builds beside what is new, and what has a higher version', () => {
    const stored = settled([live(1, 1)], [...defined(2), { name: 'sermons', version: 1 }])
    expect(stored).toEqual([
      live(1, 1),
      building(2, 2, { position: 0n }),
      liveCheckpoint('sermons', { version: 1, live: false }),
    ])
  })

  it('goes on with what is being built, also with a rebuild of the same version', () => {
    for (const version of [1, 2]) expect(decide([live(1, 1), building(2, version)], defined(version))).toEqual([])
  })

  it('begins again where another version, or from another log, is being built, under another number', () => {
    for (const there of [building(2, 2), building(2, 3, { log: 'other' })])
      expect(settled([live(1, 1), there], defined(3))).toEqual([live(1, 1), building(3, 3, { position: 0n })])
  })

  it('puts away what a crash left after the next one was read, or what is wanted no more', () => {
    expect(settled([live(2, 2), live(1, 1)], defined(2))).toEqual([live(2, 2)])
    expect(settled([live(1, 1), building(2, 2)], defined(1))).toEqual([live(1, 1)])
  })

  it('takes no generation of which anything is there', () => {
    const stored = [
      { model: 'notes', generation: 7 },
      { model: 'sermons', generation: 9 },
    ]
    expect(decide([live(1, 1)], defined(2), { stored })).toEqual([
      { before: null, after: building(8, 2, { position: 0n }) },
    ])
    expect(decide([], defined(2), { stored })[0]?.after).toMatchObject({ generation: 8, live: true })
  })

  it('leaves out at a start what the program does not know, and refuses it while it runs', () => {
    const sermons = liveCheckpoint('sermons', { generation: 4 })
    expect(settled([live(1, 1), sermons], defined(1))).toEqual([live(1, 1)])
    expect(() => decide([live(1, 1), sermons], defined(1), { starting: false })).toThrow(OpeningRefused)
  })

  it('refuses an older version, unless it is being built on purpose', () => {
    expect(() => decide([live(1, 2)], defined(1))).toThrow(/version 2.*rebuild notes/s)
    expect(decide([live(1, 2), building(2, 1)], defined(1))).toEqual([])
  })

  it('refuses another log, unless nothing was processed yet or everything is started over on purpose', () => {
    const other = live(1, 1, { log: 'other' })
    expect(() => decide([other], defined(1))).toThrow(OpeningRefused)
    const over = [live(2, 1, { position: 0n })]
    expect(settled([{ ...other, position: 0n }], defined(1))).toEqual(over)
    expect(startOver([other], [], defined(1), LOG)).toEqual([
      { before: null, after: over[0] },
      { before: other, after: null },
    ])
    expect(settled([other, ...over], defined(1))).toEqual(over)
  })

  it('refuses a log that ends before a checkpoint, in words, until everything is started over', async () => {
    const opening = async (all: Checkpoint[], end: bigint) =>
      decide(all, defined(1), { setBack: await setBackOf(all, logUpTo(end)) })
    const newer = live(1, 1, { position: 4_711n })
    await expect(opening([newer], 4_200n)).rejects.toThrow(
      "position 4,711 is beyond the log's end 4,200: this log was restored from an older backup; run npm run projections -- rebuild all",
    )
    await expect(opening([newer], 4_200n)).rejects.toThrow(LogSetBack)
    expect(await opening([newer], 4_711n)).toEqual([])
    const [begun] = startOver([newer], [], defined(1), LOG)
    expect(begun?.after && (await opening([begun.after], 4_200n))).toEqual([])
  })

  it('refuses a log that has another event, or none, where the last one was', async () => {
    const known = live(1, 1, { last: { position: 1_069n, id: 'e' }, position: 1_070n })
    const opening = async (events: Readonly<Record<string, string>>, changed: Partial<Checkpoint> = {}) => {
      const all = [{ ...known, ...changed }]
      return decide(all, defined(1), { setBack: await setBackOf(all, logUpTo(2_000n, events)) })
    }
    expect(await opening({ 1069: 'e', 1070: 'f' })).toEqual([])
    for (const events of [{ 1069: 'other' }, { 1070: 'e' }]) {
      await expect(opening(events)).rejects.toThrow(LogSetBack)
      await expect(opening(events)).rejects.toThrow(
        'position 1,069 does not hold the event any more that was read there: this log was restored from an older backup; run npm run projections -- rebuild all',
      )
      // Older programs stored no last event in a checkpoint.
      expect(await opening(events, { last: null })).toEqual([])
    }
  })

  it('begins a generation again that was built from a newer state of the log', async () => {
    const stored = [live(1, 1, { position: 40n }), building(2, 2, { position: 60n })]
    const opening = async (end: bigint) =>
      decide(stored, defined(2), { setBack: await setBackOf(stored, logUpTo(end)) })
    expect(await opening(50n)).toEqual([
      { before: stored[1], after: null },
      { before: null, after: building(3, 2, { position: 0n }) },
    ])
    expect(await opening(60n)).toEqual([])
  })
})
