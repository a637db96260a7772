import { randomUUID } from 'node:crypto'
import { MATCHES_MOST } from '@pathlight/contracts/admin-rules.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { auditEntries } from '@pathlight/query/audit/audit-entries.ts'
import { audit } from '@pathlight/query/audit/projection.ts'
import { type Asked, auditRows, questionsOf } from '@pathlight/query/audit/read-audit.ts'
import type { Change } from '@pathlight/read-models/read-model-store.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { percentile, timed } from './figures.ts'
import type { Profile } from './profiles.ts'

const SLICE = 5_000
const PAGE = 50
const TURNS = 40
const PEOPLE = 400
const DEVICES = 3
const START = Date.parse('2024-01-01T00:00:00.000Z')
/** The time between two changes, in milliseconds. A million changes span three years. */
const STEP_MS = 90_000
const people = Array.from({ length: PEOPLE }, () => randomUUID())

/** The n-th change: mostly of a note, sometimes of a sermon on two chapters or of an account. */
const event = (n: number): Recorded => {
  const userId = people[(n * 7) % PEOPLE] ?? ''
  const occurredAt = new Date(START + n * STEP_MS).toISOString()
  const book = 1 + ((n * 13) % 66)
  const chapters = chapterCount(bookByIndex(book) as NonNullable<ReturnType<typeof bookByIndex>>)
  const chapter = 1 + ((n * 17) % chapters)
  const verseId = (book * 1_000 + chapter) * 1_000 + 1
  const id = `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`
  const metadata = {
    ...{
      messageId: id,
      userId,
      actorId: userId,
      deviceId: `${userId}.${n % DEVICES}`,
      correlationId: id,
      causationId: id,
    },
    ...{
      schemaVersion: 2,
      occurredAt,
      streamName: `note-${userId}.${id}`,
      streamPosition: 1n,
      globalPosition: BigInt(n + 1),
    },
  }
  const range = { startChapter: chapter, startVerseId: verseId, endChapter: chapter + 1, endVerseId: verseId + 1_000 }
  const what =
    n % 50 === 0
      ? { type: 'SermonAdded', data: { sermonId: id, userId, version: 'KJV', ...range } }
      : n % 997 === 0
        ? { type: 'AccountChanged', data: { userId, change: 'username-changed' } }
        : { type: n % 3 === 0 ? 'NoteEdited' : 'NoteAdded', data: { noteId: id, userId, verseId, version: 'KJV' } }
  return { ...what, metadata } as unknown as Recorded
}

/**
 * Measures, over `count` events, how long each filter of the audit takes: its first page, and the count of its matches.
 */
export async function measureAudit({ openStore, analyze }: Profile, count: number): Promise<void> {
  const store = openStore('audit')
  // The read model gets its indexes only after the documents, because this takes a fraction of the time.
  await store.make({ name: audit.name }, 1)
  const begun = { name: audit.name, generation: 1, version: 1, live: true, log: 'bench', position: 0n, last: null }
  await store.put(null, begun)
  let before = begun
  const began = performance.now()
  for (let n = 0; n < count; n += SLICE) {
    const changes = Array.from({ length: Math.min(SLICE, count - n) }, (_, i): Change => {
      const one = event(n + i)
      const at = one.metadata.globalPosition
      return {
        model: audit.name,
        generation: 1,
        id: String(audit.ids(one)),
        doc: audit.evolve(null, one, ''),
        at,
        isNew: true,
      }
    })
    const after = { ...before, position: BigInt(n + changes.length) }
    if (!(await store.move([before], after, { changes, forgotten: null, people: null }))) throw new Error('not written')
    before = after
  }
  await store.make(audit, 1)
  await analyze()
  console.log(`${count.toLocaleString('en')} events in ${Math.round((performance.now() - began) / 1_000)} s`)
  const rowsOf = auditRows(store)
  const names = { namesOf: async () => new Map<string, string>(), labelsOf: async () => new Map<string, string>() }
  const [person = ''] = people
  const middle = new Date(START + (count / 2) * STEP_MS).toISOString()
  const after = new Date(START + (count / 2 + 10_000) * STEP_MS).toISOString()
  const asked: Readonly<Record<string, Asked>> = {
    'no filter': {},
    person: { person },
    actor: { actor: person },
    kind: { kind: 'account' },
    'kind, nothing found': { kind: 'bookmark' },
    item: { item: '00000007-0000-4000-8000-000000000000' },
    action: { action: 'edited' },
    'action, nothing found': { action: 'restored' },
    'passage, a book': { passage: 'Genesis' },
    'passage, a chapter': { passage: 'John 3' },
    'passage, a verse': { passage: 'John 3:1' },
    'passage, some chapters': { passage: 'John 3-5' },
    'passage, many chapters': { passage: 'Psalms 20-60' },
    device: { device: `${person}.1` },
    from: { from: middle },
    to: { to: middle },
    'from and to': { from: middle, to: after },
    'person and kind': { person, kind: 'account' },
    'person, kind and time': { person, kind: 'sermon', to: middle },
    'person and action': { person, action: 'username-changed' },
    'person and passage': { person, passage: 'Psalms' },
    'person and a verse': { person, passage: 'John 3:1' },
    'person and many chapters': { person, passage: 'Psalms 20-60' },
    'actor and kind': { actor: person, kind: 'account' },
    'actor and passage': { actor: person, passage: 'John 3' },
    'device and kind': { device: `${person}.1`, kind: 'account' },
    'device and passage': { device: `${person}.1`, passage: 'John 3' },
    'many chapters and kind': { passage: 'Psalms 20-60', kind: 'sermon' },
    'many chapters, nothing': { passage: 'Psalms 20-60', kind: 'bookmark' },
    'person and device': { person, device: `${person}.1` },
    'kind and action': { kind: 'sermon', action: 'added' },
    'kind and action, nothing': { kind: 'sermon', action: 'edited' },
    'kind and time': { kind: 'account', from: middle, to: after },
    'action and time': { action: 'edited', from: middle, to: after },
    'passage and kind': { passage: 'John 3', kind: 'sermon' },
    'passage and time': { passage: 'Psalms', from: middle, to: after },
    'an unknown person': { person: randomUUID() },
  }
  const measured = async (work: () => Promise<unknown>): Promise<string> => {
    const times: number[] = []
    for (let turn = 0; turn < TURNS; turn++) times.push(await timed(work))
    return `p50 ${percentile(times, 50).toFixed(1)} ms  p95 ${percentile(times, 95).toFixed(1)} ms`
  }
  for (const [name, filters] of Object.entries(asked)) {
    let [found, matches] = [0, 0]
    const page = await measured(async () => {
      const { rows } = await rowsOf.page(questionsOf(filters), { before: undefined, limit: PAGE })
      found = (await auditEntries(names, rows)).length
    })
    const counted = await measured(async () => {
      matches = await rowsOf.count(questionsOf(filters), MATCHES_MOST)
    })
    console.log(`${name.padEnd(26)} page of ${found}: ${page}   counted to ${matches}: ${counted}`)
  }
}
