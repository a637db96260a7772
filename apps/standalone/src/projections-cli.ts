import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@pathlight/http/logger.ts'
import { withTheirPast } from '@pathlight/query/events-with-their-past.ts'
import { projections } from '@pathlight/query/projections.ts'
import { CLOSING, startProjector } from '@pathlight/query/projector.ts'
import { placeCheckpoint } from '@pathlight/read-models/checkpoints.ts'
import { askForRebuild, setBackOf, startOver } from '@pathlight/read-models/opening.ts'
import { type ParkedStream, parkedStreams } from '@pathlight/read-models/parked-streams.ts'
import type { RunningProjections } from '@pathlight/read-models/projection-status.ts'
import { type Checkpoint, whatIsRead } from '@pathlight/read-models/read-model-store.ts'
import { verifyProjection } from '@pathlight/read-models/verify.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import { withBar } from './progress-bar.ts'
import { type CommandContext, DONE, FAILED, runStoreCommand, type StoreCommand, say } from './store-command.ts'

const HELP = `Read models: what pages read, made from the events. Works while Pathlight runs, and while it does not.

  npm run projections -- status           how far each has come, and what is being built
  npm run projections -- rebuild NAME     make one anew from the events, beside the one that is read; NAME all: each
  npm run projections -- verify [NAME]    fold the events afresh and compare with what is stored
  npm run projections -- parked           streams with an event that a read model could not take
  npm run projections -- replay STREAM    after the cause is mended: bring a parked stream back

docs/operations.md says more.`

const ASK_EVERY_MS = 200
/**
 * If no build has progressed after this many milliseconds, the command builds the read models itself. A running app
 * begins a requested build within two seconds.
 */
const TAKEN_UP_WITHIN_MS = 6_000

const count = (value: number | bigint): string => value.toLocaleString('en')

/** The progress, 0 to 1. A position may be past the last event if the store has other programs' events. */
const partOf = (position: bigint, whole: bigint): number => (position >= whole ? 1 : Number(position) / Number(whole))

const status = async ({ stores: { log, readModels } }: CommandContext): Promise<number> => {
  const all = await readModels.checkpoints()
  const read = whatIsRead(all)
  const head = await log.head()
  const wrong = await setBackOf(all, log)
  const furthest = [...read.values()].reduce((most, { position }) => (position > most ? position : most), 0n)
  const parked = await parkedStreams(readModels, read.values())
  for (const projection of projections) {
    const { name } = projection
    const live = read.get(name)
    const building = all.find((one) => one.name === name && !one.live)
    if (live === undefined) say(`${name}: there is nothing to read yet`)
    else {
      const { generation, version, position } = live
      const documents = await readModels.generation(projection, generation).count()
      const behind =
        wrong.get(live) ?? (head > position ? `at position ${count(position)} of ${count(head)}` : 'up to date')
      say(`${name}: ${count(documents)} documents, ${behind} (generation ${generation}, version ${version})`)
      if (position < furthest) say('  it is behind the others; where it stays so, the log of the app says why')
    }
    if (building)
      say(`  generation ${building.generation} is being built: ${Math.floor(100 * partOf(building.position, head))} %`)
    const parkedHere = parked.filter((one) => one.projection === name).length
    if (parkedHere > 0) say(`  parked streams: ${count(parkedHere)} (npm run projections -- parked)`)
  }
  for (const [{ name, live }, words] of wrong) if (!live) say(`${name}: ${words}`)
  return wrong.size === 0 ? DONE : FAILED
}

/** How far the wanted read models have come, 0 to 1. 1: they are complete, and pages read them. */
type Progress = (all: readonly Checkpoint[], head: bigint) => number

const building =
  (name: string, wanted: number): Progress =>
  (all, head) => {
    if ((whatIsRead(all).get(name)?.generation ?? 0) >= wanted) return 1
    const checkpoint = all.find((one) => one.name === name && one.generation === wanted)
    return Math.min(0.99, partOf(checkpoint?.position ?? 0n, head))
  }

/**
 * Waits until the `wanted` read models are live. The running app builds them. This command builds them if no app runs,
 * or if none begins within TAKEN_UP_WITHIN_MS.
 */
const follow = async (
  { stores, appRuns, signal }: CommandContext,
  wanted: readonly { readonly name: string; readonly progress: Progress }[],
): Promise<void> => {
  const { log, readModels } = stores
  const stop = new AbortController()
  const running: RunningProjections[] = []
  const runHere = () => {
    if (running.length > 0) return
    const both = AbortSignal.any([signal, stop.signal])
    const projector = startProjector({ log, store: readModels, logger: createLogger('silent'), signal: both })
    projector.opened.catch((error: unknown) => stop.abort(error))
    // If the projections end, no process builds the read models any more, so the waiting ends as well.
    void projector.done.then(() =>
      stop.abort(projector.refusal() ?? new Error('The projections ended before all was made')),
    )
    running.push(projector)
  }
  if (appRuns === false) runHere()
  const began = performance.now()
  try {
    await withBar(wanted.map(({ name }) => name).join(', '), async (show) => {
      for (let moved = false; ; await sleep(ASK_EVERY_MS, undefined, { signal })) {
        stop.signal.throwIfAborted()
        for (const { refusal } of running) if (refusal() !== null) throw refusal()
        const [head, all] = [await log.head(), await readModels.checkpoints()]
        const parts = wanted.map(({ progress }) => progress(all, head))
        show(parts.reduce((sum, part) => sum + part, 0) / parts.length)
        if (parts.every((part) => part === 1)) return
        moved ||= parts.some((part) => part > 0)
        if (!moved && performance.now() - began > TAKEN_UP_WITHIN_MS) runHere()
      }
    })
  } finally {
    stop.abort()
    await Promise.all(running.map(({ done }) => done))
  }
}

const rebuild = async (context: CommandContext, name: string): Promise<number> => {
  const { log, readModels } = context.stores
  const chosen = name === 'all' ? projections : projections.filter((projection) => projection.name === name)
  if (chosen.length === 0) {
    console.error(`There is no read model ${name}. There are: ${projections.map((one) => one.name).join(', ')}`)
    return FAILED
  }
  const identity = await log.identity()
  const all = await readModels.checkpoints()
  const wrong = await setBackOf(all, log)
  const [first] = wrong
  if (name !== 'all' && first) {
    console.error(`${first[0].name}: ${first[1]}`)
    return FAILED
  }
  if (name === 'all' && (all.some((one) => one.log !== identity) || wrong.size > 0)) {
    await moveToThisLog(context.stores, identity)
    const least: Progress = (now, head) =>
      [...whatIsRead(now).values()].reduce((part, { position }) => Math.min(part, partOf(position, head)), 1)
    await follow(context, [{ name, progress: least }])
  } else {
    const wanted: { name: string; progress: Progress }[] = []
    for (const projection of chosen) {
      const generation = await askForRebuild(readModels, projection, identity)
      wanted.push({ name: projection.name, progress: building(projection.name, generation) })
    }
    await follow(context, wanted)
  }
  say(`${chosen.map((projection) => projection.name).join(', ')}: made anew, and read.`)
  return DONE
}

/**
 * Starts all read models over from this log. A reaction continues after the last event of this log if it followed
 * another log, or this log before a restore from an older backup. So it sends no mail twice.
 */
const moveToThisLog = async ({ log, readModels }: Stores, identity: string): Promise<void> => {
  const all = await readModels.checkpoints()
  const wrong = await setBackOf(all, log)
  for (const { before, after } of startOver(all, await readModels.stored(), projections, identity))
    await readModels.put(before, after)
  const position = await log.head()
  const id = await log.idAt(position)
  const last = id === null ? null : { position, id }
  for (const one of all.filter(({ generation }) => generation === 0)) {
    if (one.log === identity && !wrong.has(one)) continue
    await placeCheckpoint(readModels, one.name, { log: identity, position, last })
    say(`${one.name} goes on behind the last event of this log.`)
  }
}

const verify = async (
  { stores: { log, readModels: store } }: CommandContext,
  name: string | undefined,
): Promise<number> => {
  const chosen = projections.filter((projection) => name === undefined || projection.name === name)
  if (chosen.length === 0) {
    console.error(`There is no read model ${name}. There are: ${projections.map((one) => one.name).join(', ')}`)
    return FAILED
  }
  let wrong = 0
  for (const projection of chosen) {
    const verdict = await withBar(projection.name, (onProgress) =>
      verifyProjection({ log: withTheirPast(log), store, projection, closing: CLOSING, onProgress }),
    )
    if (verdict === null) {
      say(`${projection.name}: there is nothing to read yet`)
      continue
    }
    const { documents, hash, different, unparked } = verdict
    wrong += different.length + unparked.length
    const sound = different.length + unparked.length === 0
    say(
      `${projection.name}: ${count(documents)} documents, sha256 ${hash.slice(0, 16)}: ${sound ? 'as the events say' : 'NOT AS THE EVENTS SAY'}`,
    )
    for (const id of different.slice(0, 20)) say(`  differs  ${id}`)
    if (different.length > 20) say(`  ... and ${count(different.length - 20)} more`)
    for (const stream of unparked) say(`  has an event that cannot be applied  ${stream}`)
    if (!sound) say(`  Make it anew: npm run projections -- rebuild ${projection.name}`)
  }
  return wrong === 0 ? DONE : FAILED
}

const readParked = async ({ readModels }: Stores): Promise<ParkedStream[]> =>
  parkedStreams(readModels, whatIsRead(await readModels.checkpoints()).values())

const parked = async ({ stores }: CommandContext): Promise<number> => {
  const all = await readParked(stores)
  if (all.length === 0) say('Nothing is parked.')
  for (const { projection, stream, eventType, position, since, error } of all)
    say(`${stream}\n  by ${projection}, since ${since}: ${eventType} at position ${position}\n  ${error}`)
  if (all.length > 0) say('Once the cause is mended: npm run projections -- replay STREAM')
  return DONE
}

/** Rebuilds the projections that parked a stream, so that they handle its events again. Answers the exit code. */
const replay = async (context: CommandContext, stream: string): Promise<number> => {
  const by = new Set(
    (await readParked(context.stores)).filter((one) => one.stream === stream).map((one) => one.projection),
  )
  if (by.size === 0) {
    console.error(`${stream} is not parked. See: npm run projections -- parked`)
    return FAILED
  }
  for (const name of by) if ((await rebuild(context, name)) !== DONE) return FAILED
  const again = (await readParked(context.stores)).filter((one) => one.stream === stream)
  for (const { projection, error } of again) console.error(`${stream} is parked by ${projection} as before: ${error}`)
  if (again.length === 0) say(`${stream} is back.`)
  return again.length === 0 ? DONE : FAILED
}

const commandOf = ([command, subject, ...more]: readonly string[]): StoreCommand | null => {
  if (more.length > 0) return null
  if (command === 'status' && subject === undefined) return status
  if (command === 'rebuild' && subject !== undefined) return (context) => rebuild(context, subject)
  if (command === 'verify') return (context) => verify(context, subject)
  if (command === 'parked' && subject === undefined) return parked
  if (command === 'replay' && subject !== undefined) return (context) => replay(context, subject)
  return null
}

await runStoreCommand(HELP, commandOf)
