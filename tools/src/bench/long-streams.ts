import { randomUUID } from 'node:crypto'
import { handleCommand } from '@pathlight/command/handle-command.ts'
import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { sermonStream } from '@pathlight/domain/sermons/events.ts'
import { sermon } from '@pathlight/domain/sermons/sermon.ts'
import { documentId } from '@pathlight/query/item-calls.ts'
import { sermonOutlines, sermons } from '@pathlight/query/sermons/projection.ts'
import { median, timed } from './figures.ts'
import type { Profile } from './profiles.ts'
import { caughtUp, project } from './running-projections.ts'

/** About 100 KB in UTF-8. */
const TEXT = '길'.repeat(33_000)
const JOHN_3 = { version: 'KRV', book: 'John', startChapter: 3, startVerseId: 43_003_016, endChapter: 3 }
const TURNS = 15

/**
 * Compares how long it takes to save and to open a sermon of 100 KB that has had at least 300 edits, and one that has
 * had three. A save has an Idempotency-Key and a revision. Opening reads the read model. The two sermons take turns.
 */
export async function measureLongStreams({
  sealedLog: log,
  openStore,
}: Profile): Promise<Readonly<Record<string, number>>> {
  const userId = randomUUID()
  const somebody = { userId, actorId: userId, deviceId: null, quota: null }
  const saved = async (sermonId: string, revision: number) => {
    const content = richTextOf(`${revision} ${TEXT}`)
    const words = { ...JOHN_3, endVerseId: 43_003_018, title: 'Love', speaker: 'Ann', content }
    await handleCommand(
      log,
      sermon,
      sermonStream(userId, sermonId),
      {
        ...somebody,
        correlationId: randomUUID(),
        idempotencyKey: randomUUID(),
        ifMatch: revision === 0 ? null : revision,
      },
      revision === 0
        ? { type: 'AddSermon', data: { sermonId, userId, ...words } }
        : { type: 'EditSermon', data: words, facts: () => ({}) },
    )
  }
  const savedUpTo = async (revisions: number) => {
    const sermonId = randomUUID()
    for (let revision = 0; revision < revisions; revision++) await saved(sermonId, revision)
    return sermonId
  }

  const long = await savedUpTo(301)
  const [afterMany, afterFew]: number[][] = [[], []]
  let short = ''
  for (let turn = 0; turn < TURNS; turn++) {
    short = await savedUpTo(4)
    afterMany?.push(await timed(() => saved(long, 301 + turn)))
    afterFew?.push(await timed(() => saved(short, 4)))
  }

  const store = openStore('long_streams')
  const live = project(log, store, [sermons, sermonOutlines])
  await caughtUp(store, await log.head())
  const documents = store.collection(sermons)
  const open = (sermonId: string) =>
    timed(async () => {
      if (!(await documents.get(documentId(userId, sermonId)))) throw new Error('The sermon is not there')
    })
  const [openedLong, openedShort]: number[][] = [[], []]
  for (let turn = 0; turn < 4 * TURNS; turn++) {
    openedLong?.push(await open(long))
    openedShort?.push(await open(short))
  }
  await live.stop()
  return {
    'save of 100 KB after 300 edits, p50': median(afterMany ?? []),
    'save after 3 edits ÷ after 300': median(afterFew ?? []) / median(afterMany ?? []),
    'open after 3 edits ÷ after 300': median(openedShort ?? []) / median(openedLong ?? []),
  }
}
