import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@pathlight/http/logger.ts'
import { withTheirPast } from '@pathlight/query/events-with-their-past.ts'
import { projections } from '@pathlight/query/projections.ts'
import { CLOSING, startProjector } from '@pathlight/query/projector.ts'
import { buildBeside, setBackGroups, startOver } from '@pathlight/read-models/opening.ts'
import { type ParkedStream, parkedStreams } from '@pathlight/read-models/parked-streams.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { RunningProjections } from '@pathlight/read-models/projection-status.ts'
import { besideName, type Group, LIVE } from '@pathlight/read-models/read-model-store.ts'
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
/** A running app looks every two seconds whether it is asked for something. */
const TAKEN_UP_WITHIN_MS = 6_000

const count = (value: number | bigint): string => value.toLocaleString('en')
const findGroup = (groups: readonly Group[], wanted: string) => groups.find(({ name }) => name === wanted)

/** A position may be past the last event where the store holds others' events, too. */
const partOf = (position: bigint, whole: bigint): number => (position >= whole ? 1 : Number(position) / Number(whole))

const status = async ({ stores: { log, readModels } }: CommandContext): Promise<number> => {
  const groups = await readModels.groups()
  const head = await log.head()
  const wrong = await setBackGroups(groups, log)
  const live = findGroup(groups, LIVE)
  const parked = live ? await parkedStreams(readModels, live) : []
  for (const projection of projections) {
    const { name } = projection
    const member = live?.members[name]
    const beside = findGroup(groups, besideName(name))
    const building = beside?.members[name]
    if (member === undefined || live === undefined) say(`${name}: there is nothing to read yet`)
    else {
      const documents = await readModels.generation(projection, member.generation).count()
      const behind =
        wrong.get(LIVE) ??
        (head > live.position ? `at position ${count(live.position)} of ${count(head)}` : 'up to date')
      say(
        `${name}: ${count(documents)} documents, ${behind} (generation ${member.generation}, version ${member.version})`,
      )
      if (member.frozen) say('  it could not go on with the others, and is as it was then; the log of the app says why')
    }
    if (beside && building)
      say(`  generation ${building.generation} is being built: ${Math.floor(100 * partOf(beside.position, head))} %`)
    const own = parked.filter((one) => one.projection === name).length
    if (own > 0) say(`  parked streams: ${count(own)} (npm run projections -- parked)`)
  }
  for (const [name, words] of wrong) if (name !== LIVE) say(`${name}: ${words}`)
  return wrong.size === 0 ? DONE : FAILED
}

/** Asks for a new generation, unless one is being built, and answers which. */
const ask = async ({ log, readModels }: Stores, projection: AnyProjection): Promise<number> => {
  for (;;) {
    const groups = await readModels.groups()
    const there = findGroup(groups, besideName(projection.name))?.members[projection.name]
    if (there && there.version === projection.version) return there.generation
    const { before, after } = buildBeside(groups, projection, await log.identity())
    if (await readModels.write(before, after)) return after.members[projection.name]?.generation ?? 0
  }
}

/** How far something is that is being made, 0 to 1; 1 only when it is read. */
type Progress = (groups: readonly Group[], head: bigint) => number

const building =
  (name: string, generation: number): Progress =>
  (groups, head) => {
    const there = findGroup(groups, LIVE)?.members[name]
    if (there && there.generation >= generation && !there.frozen) return 1
    return Math.min(0.99, partOf(findGroup(groups, besideName(name))?.position ?? 0n, head))
  }

/** Follows it until all is read. The app makes the read models; where no app runs, this command makes them. */
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
    const own = startProjector({ log, store: readModels, logger: createLogger('silent'), signal: both })
    own.opened.catch((error: unknown) => stop.abort(error))
    // The projections may end before this command stops them. Then no process makes the read models any more.
    void own.done.then(() => stop.abort(own.refusal() ?? new Error('The projections ended before all was made')))
    running.push(own)
  }
  if (appRuns === false) runHere()
  const began = performance.now()
  try {
    await withBar(wanted.map(({ name }) => name).join(', '), async (show) => {
      for (let moved = false; ; await sleep(ASK_EVERY_MS, undefined, { signal })) {
        stop.signal.throwIfAborted()
        for (const { refusal } of running) if (refusal() !== null) throw refusal()
        const [head, groups] = [await log.head(), await readModels.groups()]
        const parts = wanted.map(({ progress }) => progress(groups, head))
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
  const asked = name === 'all' ? projections : projections.filter((projection) => projection.name === name)
  if (asked.length === 0) {
    console.error(`There is no read model ${name}. There are: ${projections.map((one) => one.name).join(', ')}`)
    return FAILED
  }
  const identity = await log.identity()
  const groups = await readModels.groups()
  const live = findGroup(groups, LIVE)
  const wrong = await setBackGroups(groups, log)
  const [first] = wrong
  if (name !== 'all' && first) {
    console.error(`${first[0]}: ${first[1]}`)
    return FAILED
  }
  if (name === 'all' && live && (live.log !== identity || wrong.size > 0)) {
    await moveToThisLog(context.stores, identity)
    const progress: Progress = (now, head) => partOf(findGroup(now, LIVE)?.position ?? 0n, head)
    await follow(context, [{ name, progress }])
  } else {
    const wanted: { name: string; progress: Progress }[] = []
    for (const projection of asked) {
      const generation = await ask(context.stores, projection)
      wanted.push({ name: projection.name, progress: building(projection.name, generation) })
    }
    await follow(context, wanted)
  }
  say(`${asked.map((projection) => projection.name).join(', ')}: made anew, and read.`)
  return DONE
}

/**
 * Everything is made again from the log as it is now. Reactions go on behind its last event, so that no mail is sent twice.
 */
const moveToThisLog = async ({ log, readModels }: Stores, identity: string): Promise<void> => {
  for (;;) {
    const { before, after } = startOver(await readModels.groups(), projections, identity)
    if (await readModels.write(before, after)) break
  }
  const groups = await readModels.groups()
  const position = await log.head()
  const id = await log.idAt(position)
  const last = id === null ? null : { position, id }
  const wrong = await setBackGroups(groups, log)
  for (const group of groups) {
    const isOfThisLog = group.log === identity && !wrong.has(group.name)
    if (group.name === LIVE || isOfThisLog || Object.keys(group.members).length > 0) continue
    if (group.name.startsWith(besideName(''))) continue
    await readModels.write(group, { ...group, log: identity, position, last, revision: group.revision + 1n })
    say(`${group.name} goes on behind the last event of this log.`)
  }
}

const verify = async (
  { stores: { log, readModels: store } }: CommandContext,
  name: string | undefined,
): Promise<number> => {
  const asked = projections.filter((projection) => name === undefined || projection.name === name)
  if (asked.length === 0) {
    console.error(`There is no read model ${name}. There are: ${projections.map((one) => one.name).join(', ')}`)
    return FAILED
  }
  let wrong = 0
  for (const projection of asked) {
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

const readParked = async ({ readModels }: Stores): Promise<ParkedStream[]> => {
  const live = findGroup(await readModels.groups(), LIVE)
  return live ? parkedStreams(readModels, live) : []
}

const parked = async ({ stores }: CommandContext): Promise<number> => {
  const all = await readParked(stores)
  if (all.length === 0) say('Nothing is parked.')
  for (const { projection, stream, eventType, position, since, error } of all)
    say(`${stream}\n  by ${projection}, since ${since}: ${eventType} at position ${position}\n  ${error}`)
  if (all.length > 0) say('Once the cause is mended: npm run projections -- replay STREAM')
  return DONE
}

/** A parked stream comes back with a new generation, in which every event has its place. */
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
