import { randomUUID } from 'node:crypto'
import { handleCommand } from '@pathlight/command/handle-command.ts'
import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { sermonStream } from '@pathlight/domain/sermons/events.ts'
import { sermon } from '@pathlight/domain/sermons/sermon.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { median, timed } from './figures.ts'

/** 100 KB as it is stored. */
const TEXT = '길'.repeat(33_000)
const JOHN_3 = { version: 'KRV', book: 'John', startChapter: 3, startVerseId: 43_003_016, endChapter: 3 }
const TURNS = 15

/**
 * How much longer it takes to save a sermon that was saved 300 times before than one that was saved three times, each time
 * 100 KB, as the app does it: with a key, on the revision that was seen. The two take turns.
 */
export async function measureLongStreams(log: EventLog): Promise<Readonly<Record<string, number>>> {
  const userId = randomUUID()
  const somebody = { userId, actorId: userId, deviceId: null, quota: null }
  const saved = async (stream: string, revision: number) => {
    const content = richTextOf(`${revision} ${TEXT}`)
    const words = { ...JOHN_3, endVerseId: 43_003_018, title: 'Love', speaker: 'Ann', content }
    await handleCommand(
      log,
      sermon,
      stream,
      { ...somebody, requestId: randomUUID(), idempotencyKey: randomUUID(), ifMatch: revision === 0 ? null : revision },
      revision === 0
        ? { type: 'AddSermon', data: { sermonId: randomUUID(), userId, ...words } }
        : { type: 'EditSermon', data: words },
    )
  }
  const savedUpTo = async (revisions: number) => {
    const stream = sermonStream(userId, randomUUID())
    for (let revision = 0; revision < revisions; revision++) await saved(stream, revision)
    return stream
  }

  const long = await savedUpTo(301)
  const [afterMany, afterFew]: number[][] = [[], []]
  for (let turn = 0; turn < TURNS; turn++) {
    const short = await savedUpTo(4)
    afterMany?.push(await timed(() => saved(long, 301 + turn)))
    afterFew?.push(await timed(() => saved(short, 4)))
  }
  return {
    'save of 100 KB after 300 edits, p50': median(afterMany ?? []),
    'save after 3 edits ÷ after 300': median(afterFew ?? []) / median(afterMany ?? []),
  }
}
