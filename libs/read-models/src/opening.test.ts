import { describe, expect, it } from 'vitest'
import { buildBeside, decideOpening, type Step, setBackGroups, startOver } from './opening.ts'
import { type Group, LIVE, LogSetBack, OpeningRefused } from './read-model-store.ts'

const LOG = 'log'
/** No group was set back. */
const NOT: ReadonlyMap<string, string> = new Map()
/** A log that ends there, with these events. */
const logUpTo = (end: bigint, events: Readonly<Record<string, string>> = {}) => ({
  identity: async () => LOG,
  end: async () => end,
  idAt: async (position: bigint) => events[String(position)] ?? null,
})
const live = (members: Group['members'], changed: Partial<Group> = {}): Group => {
  return { name: LIVE, log: LOG, position: 70n, last: null, revision: 5n, members, ...changed }
}
const beside = (members: Group['members'], revision = 2n, changed: Partial<Group> = {}): Group => {
  return { name: 'beside.notes', log: LOG, position: 30n, last: null, revision, members, ...changed }
}
const notes = (generation: number, version: number) => ({ notes: { generation, version } })
const defined = (version: number) => [{ name: 'notes', version }]

/** What is stored after all that was decided, decided again until nothing is left. */
const settled = (groups: readonly Group[], definitions: { name: string; version: number }[], starting = true) => {
  let stored = [...groups]
  for (let round = 0; round < 5; round++) {
    const steps = decideOpening(stored, definitions, { log: LOG, setBack: NOT, starting })
    if (steps.length === 0) return Object.fromEntries(stored.map((group) => [group.name, group]))
    for (const { before, after } of steps) {
      expect(stored.find(({ name }) => name === after.name) ?? null).toEqual(before)
      if (before) expect(after.revision).toBeGreaterThan(before.revision)
      stored = [...stored.filter(({ name }) => name !== after.name), after]
    }
  }
  throw new Error('It never ends')
}

describe('opening the groups', () => {
  it('begins with everything in the live group where nothing is stored', () => {
    const definitions = [...defined(3), { name: 'sermons', version: 1 }]
    const members = { notes: { generation: 1, version: 3 }, sermons: { generation: 1, version: 1 } }
    expect(settled([], definitions)).toEqual({ [LIVE]: live(members, { position: 0n, revision: 1n }) })
  })

  it('has nothing to do where all is as defined', () => {
    expect(
      decideOpening([live(notes(1, 2)), beside({})], defined(2), { log: LOG, setBack: NOT, starting: true }),
    ).toEqual([])
  })

  it('builds beside what is new, and what has a higher version', () => {
    const stored = settled([live(notes(1, 1))], [...defined(2), { name: 'sermons', version: 1 }])
    expect(stored[LIVE]).toEqual(live(notes(1, 1)))
    expect(stored['beside.notes']).toMatchObject({ position: 0n, members: notes(2, 2) })
    expect(stored['beside.sermons']).toMatchObject({
      position: 0n,
      members: { sermons: { generation: 1, version: 1 } },
    })
  })

  it('goes on with what is being built, also with a rebuild of the same version', () => {
    for (const version of [1, 2])
      expect(
        decideOpening([live(notes(1, 1)), beside(notes(2, version))], defined(version), {
          log: LOG,
          setBack: NOT,
          starting: true,
        }),
      ).toEqual([])
  })

  it('begins again where another version, or from another log, is being built, under another number', () => {
    for (const there of [beside(notes(2, 2)), beside(notes(2, 3), 2n, { log: 'other' })]) {
      const stored = settled([live(notes(1, 1)), there], defined(3))
      expect(stored['beside.notes']).toMatchObject({ log: LOG, position: 0n, members: notes(3, 3) })
    }
  })

  it('puts away what a crash left after it joined, or what is wanted no more', () => {
    expect(settled([live(notes(2, 2)), beside(notes(2, 2))], defined(2))['beside.notes']?.members).toEqual({})
    expect(settled([live(notes(1, 1)), beside(notes(2, 2))], defined(1))['beside.notes']?.members).toEqual({})
  })

  it('never takes a generation twice', () => {
    let groups: Group[] = [live(notes(1, 1))]
    const taken = new Set([1])
    for (let version = 2; version < 12; version++) {
      groups = Object.values(settled(groups, defined(version % 3 === 0 ? 1 : version)))
      const generation = groups.find(({ name }) => name === 'beside.notes')?.members.notes?.generation
      if (generation === undefined) continue
      expect(taken.has(generation)).toBe(false)
      taken.add(generation)
    }
    expect(taken.size).toBeGreaterThan(6)
  })

  it('builds what could not go on with the others anew', () => {
    const members = { notes: { generation: 1, version: 1, frozen: true } } as const
    expect(settled([live(members)], defined(1))['beside.notes']?.members).toEqual(notes(2, 1))
  })

  it('leaves out at a start what the program does not know, and refuses it while it runs', () => {
    const members = { ...notes(1, 1), sermons: { generation: 4, version: 1 } }
    const stored = settled([live(members)], defined(1))
    expect(stored[LIVE]?.members).toEqual(notes(1, 1))
    const again = [...defined(1), { name: 'sermons', version: 1 }]
    expect(settled(Object.values(stored), again)['beside.sermons']?.members.sermons?.generation).toBeGreaterThan(4)
    expect(() => decideOpening([live(members)], defined(1), { log: LOG, setBack: NOT, starting: false })).toThrow(
      OpeningRefused,
    )
  })

  it('refuses an older version, unless it is being built on purpose', () => {
    expect(() => decideOpening([live(notes(1, 2))], defined(1), { log: LOG, setBack: NOT, starting: true })).toThrow(
      /version 2.*rebuild notes/s,
    )
    const { after } = buildBeside([live(notes(1, 2))], { name: 'notes', version: 1 }, LOG)
    expect(decideOpening([live(notes(1, 2)), after], defined(1), { log: LOG, setBack: NOT, starting: true })).toEqual(
      [],
    )
  })

  it('refuses another log, unless nothing was processed yet or everything is started over on purpose', () => {
    const other = live(notes(1, 1), { log: 'other' })
    expect(() => decideOpening([other], defined(1), { log: LOG, setBack: NOT, starting: true })).toThrow(OpeningRefused)
    expect(settled([{ ...other, position: 0n }], defined(1))[LIVE]).toMatchObject({ log: LOG, members: notes(2, 1) })
    const { after }: Step = startOver([other], defined(1), LOG)
    expect(after).toMatchObject({ log: LOG, position: 0n, members: notes(2, 1) })
    expect(decideOpening([after], defined(1), { log: LOG, setBack: NOT, starting: true })).toEqual([])
  })

  it('refuses a log that ends before the checkpoint, in words, until everything is started over', async () => {
    const opening = async (groups: Group[], end: bigint) =>
      decideOpening(groups, defined(1), {
        log: LOG,
        setBack: await setBackGroups(groups, logUpTo(end)),
        starting: true,
      })
    const newer = live(notes(1, 1), { position: 4_711n })
    await expect(opening([newer], 4_200n)).rejects.toThrow(
      "position 4,711 is beyond the log's end 4,200: this log was restored from an older backup; run npm run projections -- rebuild all",
    )
    await expect(opening([newer], 4_200n)).rejects.toThrow(LogSetBack)
    expect(await opening([newer], 4_711n)).toEqual([])
    const { after } = startOver([newer], defined(1), LOG)
    expect(after.revision).toBeGreaterThan(newer.revision)
    expect(await opening([after], 4_200n)).toEqual([])
  })

  it('refuses a log that has another event, or none, where the last one was', async () => {
    const group = live(notes(1, 1), { last: { position: 1_069n, id: 'e' }, position: 1_070n })
    const opening = async (events: Readonly<Record<string, string>>, changed: Partial<Group> = {}) => {
      const groups = [{ ...group, ...changed }]
      const setBack = await setBackGroups(groups, logUpTo(2_000n, events))
      return decideOpening(groups, defined(1), { log: LOG, setBack, starting: true })
    }
    expect(await opening({ 1069: 'e', 1070: 'f' })).toEqual([])
    for (const events of [{ 1069: 'other' }, { 1070: 'e' }]) {
      await expect(opening(events)).rejects.toThrow(LogSetBack)
      await expect(opening(events)).rejects.toThrow(
        'position 1,069 does not hold the event any more that was read there: this log was restored from an older backup; run npm run projections -- rebuild all',
      )
      // As programs left it that kept no event.
      expect(await opening(events, { last: null })).toEqual([])
      const { after } = startOver([group], defined(1), LOG)
      expect(await opening(events, after)).toEqual([])
    }
  })

  it('begins a generation again that was built from a newer state of the log', async () => {
    const there = beside(notes(2, 2), 2n, { position: 60n })
    const stored = [live(notes(1, 1), { position: 40n }), there]
    const opening = async (end: bigint) => {
      const setBack = await setBackGroups(stored, logUpTo(end))
      return decideOpening(stored, defined(2), { log: LOG, setBack, starting: true })
    }
    const [step] = await opening(50n)
    expect(step?.after).toMatchObject({ name: 'beside.notes', position: 0n, members: notes(3, 2) })
    expect(await opening(60n)).toEqual([])
  })
})
