import { randomUUID } from 'node:crypto'
import { notes } from '@pathlight/query/notes/kind.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { median, timed } from './figures.ts'
import { noteAdded, streamOf } from './note-events.ts'
import type { Profile } from './profiles.ts'
import { caughtUp, project } from './running-projections.ts'

/** Measures the cost of many items in one chapter, and of many projections. */
export async function measureItems(
  { log, openStore, logged }: Profile,
  { items, appends }: { readonly items: number; readonly appends: number },
): Promise<Record<string, number>> {
  /** Appends a note of a person on one chapter. Returns the event's position. */
  const append = async (userId: string): Promise<bigint> => {
    const { data, metadata, ...event } = noteAdded(0)
    const theirs = { ...event, data: { ...data, userId }, metadata: { ...metadata, userId, actorId: userId } }
    return (await log.appendToStream(streamOf(theirs), [theirs], { expected: 0n, idsAreNew: true })).position
  }
  const visible = (userId: string, store: ReadModelStore) => timed(async () => caughtUp(store, await append(userId)))
  const [few, many] = [randomUUID(), randomUUID()]

  // The ratio of the times of `one` and `two`. The two take turns, so that a slow moment of the machine affects both.
  const inTurns = async (one: () => Promise<number>, two: () => Promise<number>): Promise<number> => {
    const took: [number[], number[]] = [[], []]
    for (let n = 0; n < appends; n++) {
      took[0].push(await one())
      took[1].push(await two())
    }
    return median(took[0]) / median(took[1])
  }

  const store = openStore('items')
  const live = project(log, store, [notes])
  await live.running.opened
  for (let n = 0; n < 10; n++) await append(few)
  for (let n = 0; n < items - 100; n++) await append(many)
  await caughtUp(store, await log.head())
  // The last 100 notes are projected with one commit each, as when people write. They are appended before the bytes are
  // counted, so only the bytes of the read model count.
  await live.stop()
  const last = []
  for (let n = 0; n < 100; n++) last.push(await append(many))
  const before = await logged?.()
  const single = project(log, store, [notes], 1)
  await caughtUp(store, last.at(-1) ?? 0n)
  const bytes = before === undefined ? null : ((await logged?.()) ?? before) - before
  await single.stop()

  const again = project(log, store, [notes])
  await again.running.opened
  const chapters = await inTurns(
    () => visible(few, store),
    () => visible(many, store),
  )
  await again.stop()

  const projections = (count: number): AnyProjection[] => [
    notes,
    ...Array.from({ length: count - 1 }, (_, i) => ({ ...notes, name: `other_${i}`, handles: [`Other${i}Added`] })),
  ]
  const [three, ten] = [openStore('three'), openStore('ten')]
  const both = [project(log, three, projections(3)), project(log, ten, projections(10))]
  for (const { running } of both) await running.opened
  const head = await log.head()
  await Promise.all([caughtUp(three, head), caughtUp(ten, head)])
  const groups = await inTurns(
    () => visible(few, three),
    () => visible(few, ten),
  )
  await Promise.all(both.map(({ stop }) => stop()))

  return {
    'append to visible with 10 items in the chapter ÷ with 1,000': chapters,
    'append to visible with 3 projections ÷ with 10': groups,
    ...(bytes !== null && { 'items a MB of write-ahead log, the last of 1,000 in a chapter': (100 * 1e6) / bytes }),
  }
}
