import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { WritingQuery } from '@pathlight/contracts/writing.ts'
import { changesModel } from '@pathlight/query/changes.ts'
import { kinds } from '@pathlight/query/kinds.ts'
import { keyOfPosition } from '@pathlight/query/list-page.ts'
import { findWriting } from '@pathlight/query/writing/find-writing.ts'
import { knownWriting } from '@pathlight/query/writing/known-writing.ts'
import type { Source } from '@pathlight/query/writing/newest-first.ts'
import { type Change, type Document, NO_WORK, type ReadModel } from '@pathlight/read-models/read-model-store.ts'
import { sealedReadModels } from '@pathlight/read-models/sealed-read-models.ts'
import { percentile, timed } from './figures.ts'
import type { Profile } from './profiles.ts'

const TURNS = 20
/** The limit of the time for finding backlinks among 10,000 notes in memory, in milliseconds. */
const BACKLINKS_MS = 5
const SLICE = 1_000
const PERSON = 'ann'
const WORDS = ['grace', 'light', 'water', 'mountain', 'shepherd', 'river', 'covenant', 'mercy', 'lamp', 'morning']

/** The id of the note to which the oldest note links. */
const LINKED = '4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e'

/**
 * The `n`th note, of about 30 words. Only the oldest note has the word `needle`, names Romans 8:28 and links to another
 * note.
 */
const noteOf = (n: number) => {
  const words = Array.from({ length: 30 }, (_, i) => WORDS[(n * 7 + i * 3) % WORDS.length]).join(' ')
  const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
  return {
    ...{ user_id: PERSON, id: `i${n}`, list_key: keyOfPosition(BigInt(n), `i${n}`), version: 'KJV' },
    ...{ verse_id: 43_003_016, book_index: 43, chapter: 3, title: null, updated_at: at },
    text: n === 0 ? `The needle in the hay: Romans 8:28, [as here](/my-memos/memos/${LINKED}).` : words,
  }
}

/** Writes a time in milliseconds, with one decimal below 10 ms. */
const inMs = (took: number): string => took.toFixed(took < 10 ? 1 : 0).padStart(5)

/**
 * Measures how long the first rows of a search in a person's writing take, by words and by backlinks: cold (nothing in
 * memory) and warm. Also measures how long it takes to read the writing into memory, and how long this holds the event
 * loop. All figures are in milliseconds.
 */
export async function measureWriting({ openStore, analyze }: Profile, count: number): Promise<void> {
  const key = randomBytes(32)
  const store = sealedReadModels(openStore('writing'), { keyOf: async () => key })
  const notes = kinds.find(({ item }) => item.kind === 'note')
  if (!notes?.whole || !notes.searched) throw new Error('There is no kind of notes')
  const { model, longest } = notes.whole
  for (const one of [model, changesModel]) await store.make(one as ReadModel<Document>, 1)
  const begun = { generation: 1, version: 1, live: true, log: 'bench', position: 0n, last: null }
  let checkpoints = [model, changesModel].map(({ name }) => ({ name, ...begun }))
  for (const one of checkpoints) await store.put(null, one)
  const write = async (position: bigint, changes: readonly Change[]) => {
    if (!(await store.move(checkpoints, { position, last: null }, { ...NO_WORK, changes })))
      throw new Error('not written')
    checkpoints = checkpoints.map((one) => ({ ...one, position }))
  }
  for (let n = 0; n < count; n += SLICE) {
    const changes = Array.from({ length: Math.min(SLICE, count - n) }, (_, i): Change => {
      const doc = noteOf(n + i)
      return { model: model.name, generation: 1, id: `${PERSON}.${doc.id}`, doc, at: BigInt(n + i + 1) }
    })
    await write(BigInt(n + changes.length), changes)
  }
  await analyze()
  const sources: Source[] = [
    { kind: notes.item.kind, searched: notes.searched, documents: store.collection(model), longest },
  ]
  const known = knownWriting(store, sources)
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const learned = await timed(() => known.learn(PERSON))
  loop.disable()
  /** Requests pages until the first row comes, as the web app does. */
  const warm = async (asked: WritingQuery, by = known): Promise<void> => {
    for (let after: string | undefined; ; ) {
      const page = await findWriting(by, PERSON, { ...asked, limit: 50, ...(after && { after }) })
      if (page.items.length > 0) return
      if (page.next === null) throw new Error('Nothing was found')
      after = page.next
    }
  }
  /** A search with an empty memory. */
  const cold = (asked: WritingQuery): Promise<void> => warm(asked, knownWriting(store, sources))
  const p95 = async (work: () => Promise<void>): Promise<string> => {
    const took: number[] = []
    for (let turn = 0; turn < TURNS; turn++) took.push(await timed(work))
    return inMs(percentile(took, 95))
  }
  console.log(`${count.toLocaleString('en')} notes: first rows, p95 of ${TURNS}, in ms`)
  for (const [what, asked] of [
    ['a word that many have', { query: 'light' }],
    ['two words', { query: 'lamp morning' }],
    ['a word of the oldest alone', { query: 'needle' }],
    ['what names a verse', { names: '45008028' }],
    ['what links to a note', { links_to: LINKED }],
  ] as const)
    console.log(`  ${what.padEnd(28)} cold ${await p95(() => cold(asked))}   warm ${await p95(() => warm(asked))}`)
  console.log(`  Asked of the two rows of backlinks: ${BACKLINKS_MS} ms at most, warm, on an idle machine`)
  const held = Math.max(0, loop.max / 1e6 - 5)
  console.log(
    `  known ${learned.toFixed(0)} ms after the page was opened; the event loop was held ${held.toFixed(0)} ms at most`,
  )
}
