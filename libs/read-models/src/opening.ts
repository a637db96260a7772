import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { type Checkpoint, LogSetBack, OpeningRefused, type ReadModelStore, whatIsRead } from './read-model-store.ts'

export type Definition = { readonly name: string; readonly version: number }
/**
 * A change of one checkpoint by compare-and-set. A null `before` creates the checkpoint, and a null `after` removes it.
 */
export type Step = { readonly before: Checkpoint | null; readonly after: Checkpoint | null }
/** The stored generations. Some may have no checkpoint. */
export type Stored = Awaited<ReturnType<ReadModelStore['stored']>>

export const anotherLog = (stored: string, log: string): OpeningRefused =>
  new OpeningRefused(
    `The checkpoints were made from the event log ${stored}, but the log at hand is ${log}. Either a URL points at ` +
      'the wrong database, or one of the two was restored without the other. Correct the URL; or, if the change is meant: ' +
      `${rebuildCommand('all')}. The read models are then built anew from the log at hand.`,
  )

/** The command that rebuilds a read model, for messages to the operator. */
export const rebuildCommand = (name: string): string => `npm run projections -- rebuild ${name}`

const grouped = (position: bigint): string => position.toLocaleString('en')

/** The methods of a log that the comparison with checkpoints needs. */
export type ComparedLog = Pick<EventLog, 'identity' | 'end' | 'idAt'>
/** Checkpoints that do not fit the present log. Each has a text that says why, and what the operator can do. */
export type SetBack = ReadonlyMap<Checkpoint, string>

const WAY_OUT = `this log was restored from an older backup; run ${rebuildCommand('all')}`

/**
 * Compares checkpoints with the log, and returns those that do not fit. A log that was restored from an older backup
 * ends before the checkpoint's position, or does not have the checkpoint's last event in its place. Throws
 * StoreUnavailable.
 */
export const setBackOf = async (checkpoints: readonly Checkpoint[], log: ComparedLog): Promise<SetBack> => {
  const [identity, end] = [await log.identity(), await log.end()]
  const known = new Map<bigint, Promise<string | null>>()
  const idAt = (position: bigint) => {
    const id = known.get(position) ?? log.idAt(position)
    known.set(position, id)
    return id
  }
  const wordsOf = async ({ log: of, position, last }: Checkpoint): Promise<string | null> => {
    if (position > end) return `position ${grouped(position)} is beyond the log's end ${grouped(end)}: ${WAY_OUT}`
    if (of !== identity || last === null || (await idAt(last.position)) === last.id) return null
    return `position ${grouped(last.position)} does not hold the event any more that was read there: ${WAY_OUT}`
  }
  const all = await Promise.all(checkpoints.map(async (one) => [one, await wordsOf(one)] as const))
  return new Map(all.flatMap(([one, words]) => (words === null ? [] : [[one, words]])))
}

/** Throws LogSetBack if one of the checkpoints does not fit the log. */
export const checkNotSetBack = (checkpoints: readonly Checkpoint[], setBack: SetBack): void => {
  const words = checkpoints.map((one) => setBack.get(one)).find((said) => said !== undefined)
  if (words !== undefined) throw new LogSetBack(words)
}

/**
 * The first checkpoint of a new generation, at the beginning of the log. Its number is greater than that of every
 * existing generation of the read model.
 */
const begin = (all: readonly Checkpoint[], stored: Stored, { name, version }: Definition, log: string): Checkpoint => {
  const existing = [...all.filter((one) => one.name === name), ...stored.filter(({ model }) => model === name)]
  const generation = 1 + Math.max(0, ...existing.map((one) => one.generation))
  return { name, generation, version, live: false, log, position: 0n, last: null }
}

const removal = (before: Checkpoint): Step => ({ before, after: null })

/**
 * The steps that rebuild these read models, and remove all older checkpoints. The new generations are live from the
 * first event on. Used if no event was processed yet, and when an operator rebuilds read models that do not fit the
 * log.
 */
export const startOver = (
  all: readonly Checkpoint[],
  stored: Stored,
  definitions: readonly Definition[],
  log: string,
): readonly Step[] => {
  const begun = definitions.map(
    (one): Step => ({ before: null, after: { ...begin(all, stored, one, log), live: true } }),
  )
  return [...begun, ...all.filter(({ generation }) => generation > 0).map(removal)]
}

/**
 * Requests a new generation, unless one of this version is being built, and returns its number. The process that runs
 * the projections builds it.
 */
export const askForRebuild = async (store: ReadModelStore, definition: Definition, log: string): Promise<number> => {
  for (;;) {
    const all = await store.checkpoints()
    const { name, version } = definition
    const building = all.find((one) => one.name === name && !one.live && one.version === version)
    if (building) return building.generation
    const begun = begin(all, await store.stored(), definition, log)
    if (await store.put(null, begun)) return begun.generation
  }
}

/**
 * Decides the changes of checkpoints that are needed before these projections can run from this log. The caller makes
 * the changes and decides again, until none is needed. Throws OpeningRefused, whose message says what the operator can
 * do. `starting`: the operator has just started this program, so the checkpoints of read models that it does not know
 * are removed. For a program that already runs, OpeningRefused is thrown instead, because unknown read models mean that
 * a newer program has started.
 */
export function decideOpening(
  checkpoints: readonly Checkpoint[],
  definitions: readonly Definition[],
  options: { readonly log: string; readonly setBack: SetBack; readonly stored: Stored; readonly starting: boolean },
): readonly Step[] {
  const { log, setBack, stored, starting } = options
  const all = checkpoints.filter(({ generation }) => generation > 0)
  const read = whatIsRead(all)
  const begun = [...read.values()].filter((one) => one.log === log || one.position > 0n)
  if (begun.length === 0) return startOver(all, stored, definitions, log)
  const other = begun.find((one) => one.log !== log)
  if (other) throw anotherLog(other.log, log)
  checkNotSetBack(begun, setBack)

  const unknown = all.filter(({ name }) => !definitions.some((one) => one.name === name))
  if (unknown.length > 0 && !starting) {
    const names = [...new Set(unknown.map(({ name }) => name))].join(', ')
    throw new OpeningRefused(
      `This program does not know the read models ${names}: another one, a newer one perhaps, has taken over.`,
    )
  }
  const steps = definitions.flatMap((definition): Step[] => {
    const { name, version } = definition
    const live = read.get(name)
    const others = all.filter((one) => one.name === name && one !== live)
    const isBuilt = (one: Checkpoint) =>
      one.generation > (live?.generation ?? 0) && one.version === version && one.log === log && !setBack.has(one)
    const building = others.findLast(isBuilt)
    // The other generations are left over from a crash, another version of the program, or another state of the log.
    const removals = others.filter((one) => one !== building).map(removal)
    if (building) return removals
    if (live && live.version > version) {
      throw new OpeningRefused(
        `The read model '${name}' was built by version ${live.version} of its definition; this program has version ${version}. ` +
          `Start the newer program; or, to go back to the older one: ${rebuildCommand(name)}.`,
      )
    }
    return live?.version === version
      ? removals
      : [...removals, { before: null, after: begin(all, stored, definition, log) }]
  })
  return [...unknown.map(removal), ...steps]
}
