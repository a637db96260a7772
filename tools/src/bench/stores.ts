import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NoteEdited, NoteEvent } from '@pathlight/domain/notes/note-item.ts'
import { notes } from '@pathlight/query/notes/kind.ts'
import { askForRebuild } from '@pathlight/read-models/opening.ts'
import { percentile, ratio, timed } from './figures.ts'
import { noteAdded, streamOf, TEXT } from './note-events.ts'
import type { Profile } from './profiles.ts'
import { caughtUp, project } from './running-projections.ts'

/**
 * Appends through the event log are compared in turns with appends by the database's own client (bareAppend). TURN is
 * the number of appends in a turn.
 */
const TURN = 20
const TURNS = 61
const EVENTS_A_NOTE = 10
const NOTES_A_CHAPTER = 5
/**
 * How often the read model is rebuilt. The best time is the result, because other work on the machine can only slow a
 * rebuild down. The first rebuild also warms the process up.
 */
const REBUILDS = 5
/** The sealed log has a fifth of the events of the plain log. */
const SEALED_PART = 5
const REBUILD_MS = 120_000

/** The events of the nth note, which is edited nine times. Five notes in a row are of one person on one chapter. */
const lifeOfANote = (n: number): [string, NoteEvent[]] => {
  const added = noteAdded(Math.floor(n / NOTES_A_CHAPTER))
  const { noteId, userId, verseId: where, endVerseId, version } = added.data
  const edits = Array.from({ length: EVENTS_A_NOTE - 1 }, (_, edit): NoteEdited => {
    const metadata = { ...added.metadata, messageId: randomUUID() }
    const place = { noteId, userId, verseId: where, endVerseId, version }
    const data = { ...place, title: `Draft ${edit}`, text: TEXT, editedAt: metadata.occurredAt }
    return { type: 'NoteEdited', data, metadata } as NoteEdited
  })
  return [streamOf(added), [added, ...edits]]
}

type Measured = Readonly<Record<string, number>>

/** `appends`: how many one writer appends. `events`: how many events the rebuild reads. */
type Amount = { readonly appends: number; readonly events: number }

/** Appends events to the log, and rebuilds the notes several times. Returns the best rate, in events a second. */
const rebuildRate = async (log: Profile['log'], store: Profile['store'], events: number): Promise<number> => {
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let n = writer; n < events / EVENTS_A_NOTE; n += 8) await log.appendToStream(...lifeOfANote(n))
    }),
  )
  let written = 0
  for await (const batch of log.batches({ after: 0n, live: false })) written += batch.events.length
  const rates: number[] = []
  for (let turn = 0; turn < REBUILDS; turn++) rates.push(written / ((await rebuildOnce(log, store)) / 1000))
  return Math.max(...rates)
}

/** Rebuilds the notes once. Returns the time in milliseconds until the rebuilt generation replaces the live one. */
const rebuildOnce = async (log: Profile['log'], store: Profile['store']): Promise<number> => {
  const { running, stop } = project(log, store, [notes])
  await running.opened
  await caughtUp(store, await log.head())
  await stop()
  const generation = await askForRebuild(store, notes, await log.identity())
  const isBuilding = async () => (await store.checkpoints()).some((one) => one.generation === generation && !one.live)
  const again = project(log, store, [notes])
  const took = await timed(async () => {
    const late = Date.now() + REBUILD_MS
    while (await isBuilding()) {
      if (Date.now() > late) throw new Error(`not rebuilt in ${REBUILD_MS / 1000} s`)
      await sleep(10)
    }
  })
  await again.stop()
  return took
}

/** Measures on one profile: appends, the time from an append until reads reflect it, and rebuilds. */
export async function measureStores(
  { log, sealedLog, store, openStore, bareAppend }: Profile,
  { appends, events }: Amount,
): Promise<Measured> {
  const append = (n: number) => {
    const event = noteAdded(n)
    return log.appendToStream(streamOf(event), [event], { expected: 0n, idsAreNew: true })
  }
  const bare = (n: number) => {
    const { type, data, metadata } = noteAdded(n)
    return bareAppend(metadata.messageId, streamOf({ type, data }), type, data, metadata)
  }
  const oneAfterAnother = (work: (n: number) => Promise<unknown>, count: number) => async () => {
    for (let n = 0; n < count; n++) await work(n)
  }
  const fromMany = (work: (n: number) => Promise<unknown>, writers: number, each: number) => () =>
    Promise.all(Array.from({ length: writers }, (_, writer) => oneAfterAnother((n) => work(writer * each + n), each)()))

  // The ratio is measured before a projector listens to the log, so that only the cost of the port counts.
  const appendRatio = await ratio(oneAfterAnother(append, TURN), oneAfterAnother(bare, TURN), TURNS)

  const rebuilt = await rebuildRate(log, store, events)

  const { running, stop } = project(log, store, [notes])
  await running.opened
  await caughtUp(store, await log.head())
  const visible: number[] = []
  for (let n = 0; n < 3 * appends; n++) {
    visible.push(
      await timed(async () => {
        const { position } = await append(n)
        if (!(await store.waitFor(position, 10_000))) throw new Error('not visible in 10 s')
      }),
    )
  }
  await stop()

  const rebuiltSealed = await rebuildRate(sealedLog, openStore('sealed_models'), events / SEALED_PART)

  const alone = (5 * appends) / ((await timed(oneAfterAnother(append, 5 * appends))) / 1000)
  const each = Math.ceil(appends / 3)
  const racing = (32 * each) / ((await timed(fromMany(append, 32, each))) / 1000)

  return {
    'append through the port ÷ bare client': appendRatio,
    'appends, one after another': alone,
    'appends, 32 writers': racing,
    'append to visible, p50': percentile(visible, 50),
    'append to visible, p99': percentile(visible, 99),
    'rebuild of a read model, best of 5': rebuilt,
    'rebuild that opens sealed text, best of 5': rebuiltSealed,
  }
}
