import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { besideName, type Group, LIVE, LogSetBack, OpeningRefused } from './read-model-store.ts'

export type Definition = { readonly name: string; readonly version: number }
/** A compare-and-set of one group; `before` null makes it. */
export type Step = { readonly before: Group | null; readonly after: Group }

export const anotherLog = (stored: string, log: string): OpeningRefused =>
  new OpeningRefused(
    `The checkpoints were made from the event log ${stored}, but the log at hand is ${log}. Either a URL points at ` +
      'the wrong database, or one of the two was restored without the other. Correct the URL; or, if the change is meant: ' +
      `${rebuildCommand('all')}. The read models are then built anew from the log at hand.`,
  )

/** The command that makes a read model anew, as messages name it. */
export const rebuildCommand = (name: string): string => `npm run projections -- rebuild ${name}`

const grouped = (position: bigint): string => position.toLocaleString('en')

/** The part of a log that checkpoints are held against. */
export type ComparedLog = Pick<EventLog, 'identity' | 'end' | 'idAt'>
/** Of groups that cannot be of the log as it is now: why, and the way out, by their names. */
export type SetBack = ReadonlyMap<string, string>

const WAY_OUT = `this log was restored from an older backup; run ${rebuildCommand('all')}`

/**
 * Holds groups against the log, by one look at an index for each: a log that was restored from an older backup ends before them, or
 * has another event where they had their last. Throws StoreUnavailable.
 */
export const setBackGroups = async (groups: readonly Group[], log: ComparedLog): Promise<SetBack> => {
  const [identity, end] = [await log.identity(), await log.end()]
  const wordsOf = async ({ log: of, position, last }: Group): Promise<string | null> => {
    if (position > end) return `position ${grouped(position)} is beyond the log's end ${grouped(end)}: ${WAY_OUT}`
    if (of !== identity || last === null || (await log.idAt(last.position)) === last.id) return null
    return `position ${grouped(last.position)} does not hold the event any more that was read there: ${WAY_OUT}`
  }
  const all = await Promise.all(groups.map(async (group) => [group.name, await wordsOf(group)] as const))
  return new Map(all.flatMap(([name, words]) => (words === null ? [] : [[name, words]])))
}

/** Throws LogSetBack where the group cannot be of the log as it is now. */
export const checkNotSetBack = (name: string, setBack: SetBack): void => {
  const words = setBack.get(name)
  if (words !== undefined) throw new LogSetBack(words)
}

const find = (groups: readonly Group[], wanted: string): Group | null =>
  groups.find(({ name }) => name === wanted) ?? null

/** Other members: a new revision, which fences each process that knows the old members. */
export const withMembers = (group: Group, members: Group['members']): Group => ({
  ...group,
  members,
  revision: group.revision + 1n,
})

/**
 * The number of a new generation of a read model, which no generation had before. The row of the group beside the live
 * one stays when its generation is done, and its revision never falls behind the generations there were.
 */
const nextGeneration = (groups: readonly Group[], name: string): number => {
  const beside = find(groups, besideName(name))
  const live = find(groups, LIVE)?.members[name]?.generation ?? 0
  return 1 + Math.max(live, Number(beside?.revision ?? 0n), beside?.members[name]?.generation ?? 0)
}

/** Begins a new generation of a read model, from the log's beginning, beside the one that is read. */
export const buildBeside = (groups: readonly Group[], { name, version }: Definition, log: string): Step => {
  const generation = nextGeneration(groups, name)
  const members = { [name]: { generation, version } }
  const after = { name: besideName(name), log, position: 0n, last: null, revision: BigInt(generation), members }
  return { before: find(groups, after.name), after }
}

/** Makes everything anew from the log's beginning, in the live group itself: for a store that belongs to no log or to another. */
export const startOver = (groups: readonly Group[], definitions: readonly Definition[], log: string): Step => {
  const before = find(groups, LIVE)
  const members = Object.fromEntries(
    definitions.map(({ name, version }) => [name, { generation: nextGeneration(groups, name), version }]),
  )
  const revision = (before?.revision ?? 0n) + 1n
  return { before, after: { name: LIVE, log, position: 0n, last: null, revision, members } }
}

/**
 * What has to be written before these projections run from this log; nothing when all is in place. The caller decides
 * again from what is stored then, until nothing is left. `setBack`: of these groups. Throws
 * OpeningRefused, with the way out in words.
 *
 * `starting`: the operator starts this program on purpose, so it leaves out read models that it does not know (those of
 * an older program, or of a newer one that was taken back). A program that has been running does not: a newer one has
 * come.
 */
export function decideOpening(
  groups: readonly Group[],
  definitions: readonly Definition[],
  { log, setBack, starting }: { readonly log: string; readonly setBack: SetBack; readonly starting: boolean },
): readonly Step[] {
  const live = find(groups, LIVE)
  if (live === null || (live.log !== log && live.position === 0n)) return [startOver(groups, definitions, log)]
  if (live.log !== log) throw anotherLog(live.log, log)
  checkNotSetBack(LIVE, setBack)
  const known = new Set(definitions.map(({ name }) => name))
  const unknown = Object.entries(live.members).filter(([name]) => !known.has(name))
  if (unknown.length > 0) {
    const names = unknown.map(([name]) => name).join(', ')
    if (!starting) {
      throw new OpeningRefused(
        `This program does not know the read models ${names}: another one, a newer one perhaps, has taken over.`,
      )
    }
    // Their generations are remembered beside, so that none is ever taken twice.
    const remembered = unknown.map(([name, member]): Step => {
      const { before, after } = buildBeside(groups, { name, ...member }, log)
      return { before, after: { ...after, members: {} } }
    })
    const members = Object.fromEntries(Object.entries(live.members).filter(([name]) => known.has(name)))
    return [...remembered, { before: live, after: withMembers(live, members) }]
  }
  return definitions.flatMap((definition) => openOne(groups, live, definition, setBack))
}

function openOne(groups: readonly Group[], live: Group, definition: Definition, setBack: SetBack): Step[] {
  const { name, version } = definition
  const member = live.members[name]
  const beside = find(groups, besideName(name))
  const there = beside?.members[name]
  const isOfLog = beside?.log === live.log && !setBack.has(beside.name)
  const goesOn = isOfLog && there?.version === version && there.generation > (member?.generation ?? 0)
  if (goesOn) return []
  if (member !== undefined && member.version > version) {
    throw new OpeningRefused(
      `The read model '${name}' was built by version ${member.version} of its definition; this program has version ${version}. ` +
        `Start the newer program; or, to go back to the older one: ${rebuildCommand(name)}.`,
    )
  }
  if (member?.version !== version || member.frozen) return [buildBeside(groups, definition, live.log)]
  // Left by a crash after it joined, or begun by a program of another version.
  return beside !== null && there !== undefined ? [{ before: beside, after: withMembers(beside, {}) }] : []
}
