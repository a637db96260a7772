import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import type { ImportProgress } from '@pathlight/contracts/import.ts'
import { BOOKS, bookName } from '@pathlight/scripture/books.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { type App, emptyFolder, pidsOf, startApp } from '@pathlight/testing/app-process.ts'
import { signUpOver } from '@pathlight/testing/over-http.ts'
import { processorTime } from '../processor-time.ts'
import { residentMb } from './app.ts'
import { percentile } from './figures.ts'
import { startReader, type Waits } from './reader.ts'

/** Before each step, the reader (reader.ts) reads alone for this time, for comparison. */
const QUIET_MS = 10_000
const LOOK_EVERY_MS = 250
/** How many of ten items are notes. The others are highlights. */
const NOTES_OF_TEN = 7
/** The default limit of a person's items. */
const MOST_ITEMS = 100_000
/** The number of parts of an import that are timed, to see whether the last part is as fast as the first. */
const PARTS = 4
const AT = Date.UTC(2020, 0, 1)
const MINUTE_MS = 60_000

const VERSES = BOOKS.flatMap((book) =>
  Array.from({ length: 150 }, (_, n) => n + 1)
    .filter((chapter) => hasChapter(book, chapter))
    .flatMap((chapter) =>
      Array.from({ length: verseCount(book, chapter) }, (_, n) => ({
        book,
        chapter,
        id: verseId(book.index, chapter, n + 1),
      })),
    ),
)
const numbered = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/**
 * The nth item of an import file. The items are on verses of the whole Bible. An item is a note of about 300
 * characters, or a highlight in a version that is not installed.
 */
const entry = (n: number): object => {
  const { book, chapter, id: verse_id } = VERSES[(n * 7) % VERSES.length] as (typeof VERSES)[number]
  const created_at = new Date(AT + n * MINUTE_MS).toISOString()
  if (n % 10 >= NOTES_OF_TEN) {
    const place = { book: bookName(book, 'en'), chapter, version: 'NIV', verse_id }
    // When a verse comes up again, the highlight covers the verse's next characters.
    const start_offset = 5 * Math.floor(n / VERSES.length)
    const range = { start_offset, end_offset: start_offset + 5, selected_text: '사랑하사 ', color: null }
    return { kind: 'highlight', item: { id: `${verse_id}.NIV.${numbered(n)}`, ...place, ...range, created_at } }
  }
  const words = { title: `Note ${n}`, text: `Words ${n} 사랑 `.repeat(20).trim() }
  const item = { id: numbered(n), verse_id, end_verse_id: null, ...words, book: bookName(book, 'en'), version: 'KJV' }
  return { kind: 'note', item: { ...item, created_at, updated_at: created_at } }
}
function* exportOf(count: number): Generator<string> {
  yield `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n`
  for (let n = 0; n < count; n++) yield `${JSON.stringify(entry(n))}${n < count - 1 ? ',' : ''}\n`
  yield `${EXPORT_ENDS}{}}\n`
}

/**
 * The figures of one step. In seconds: how long it took, and the processor time of the app and of its stores. `most`:
 * the app's greatest memory, in MB. The reader's waits (`chapters` and `overlays`) are in milliseconds.
 */
type Step = { took: number; app: number; stores: number; most: number } & Waits

/** Runs a step while the reader reads, and measures it. */
const observed = async (
  app: App,
  read: Awaited<ReturnType<typeof startReader>>,
  work: () => Promise<unknown>,
): Promise<Step> => {
  const pids = pidsOf(app.dataDir)
  const [before, began] = [processorTime([pids.database]), performance.now()]
  let most = residentMb(pids.app)
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(pids.app))
  }, LOOK_EVERY_MS / 2)
  const over = new AbortController()
  const reading = read(over.signal)
  try {
    await work()
  } finally {
    over.abort()
    clearInterval(watch)
  }
  const waits = await reading
  const after = processorTime([pids.database])
  const used = (kind: string) => (after.get(kind) ?? 0) - (before.get(kind) ?? 0)
  return {
    took: (performance.now() - began) / 1_000,
    app: used('standalone'),
    stores: used('postgres'),
    most,
    ...waits,
  }
}

/** Starts an app, a reader, and a person who imports much. `step` runs a step and prints its figures. */
const openPlace = async (environment: Readonly<Record<string, string>>) => {
  const app = await startApp({ environment })
  const { cookie } = await signUpOver(app.address, 'bringer')
  const read = await startReader(app.address)
  const alone = () => observed(app, read, () => sleep(QUIET_MS))
  await alone()
  const idle = residentMb(pidsOf(app.dataDir).app)
  const call = async (path: string, status: number, init: RequestInit = {}) => {
    let answer = await fetch(app.address + path, { ...init, headers: { cookie, ...init.headers } })
    // An export answers 503 while the read models are behind.
    while (answer.status === 503 && init.body === undefined) {
      await sleep(LOOK_EVERY_MS)
      answer = await fetch(app.address + path, { ...init, headers: { cookie, ...init.headers } })
    }
    if (answer.status !== status) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const step = async (name: string, items: number, work: () => Promise<unknown>): Promise<void> => {
    const quiet = await alone()
    const { took, most, ...during } = await observed(app, read, work)
    // The processor time that the reader's own requests take is subtracted.
    const reads = (one: Waits) => one.chapters.length + one.overlays.length
    const cost = (kind: 'app' | 'stores') =>
      ((during[kind] - (quiet[kind] * reads(during)) / reads(quiet)) * 1_000) / items
    const waits = (what: 'chapters' | 'overlays') =>
      `${percentile(quiet[what], 95).toFixed(1)} → ${percentile(during[what], 95).toFixed(1)} ms`
    console.log(
      [
        name.padEnd(34),
        `${took.toFixed(1).padStart(7)} s`,
        `${(items / took).toFixed(0).padStart(6)}/s`,
        `${cost('app').toFixed(2)} + ${cost('stores').toFixed(2)} ms`.padStart(15),
        `${(most - idle).toFixed(0).padStart(4)} MB`,
        `chapter ${waits('chapters')}`.padStart(22),
        `overlay ${waits('overlays')}`.padStart(22),
        `load ${loadavg()[0]?.toFixed(1)}`,
      ].join('  '),
    )
  }
  return { app, call, step, pids: () => pidsOf(app.dataDir) }
}
type Place = Awaited<ReturnType<typeof openPlace>>

/** Previews and imports a file, waits for the end of the import, and prints how long its parts take. */
const bring = async (
  { call, step, pids }: Place,
  name: string,
  items: number,
  file: () => AsyncIterable<string | Buffer>,
): Promise<void> => {
  const sent = () =>
    ({
      method: 'POST',
      body: Readable.toWeb(Readable.from(file(), { objectMode: false })),
      duplex: 'half',
    }) as unknown as RequestInit
  await step(`${name}: preview`, items, async () => (await call('/api/import?preview=true', 200, sent())).arrayBuffer())
  const parts: string[] = []
  await step(name, items, async () => {
    const since = performance.now()
    await (await call('/api/import', 202, sent())).arrayBuffer()
    parts.push(`sent in ${((performance.now() - since) / 1_000).toFixed(1)} s`)
    let [part, began, before] = [1, performance.now(), processorTime([pids().database])]
    for (;;) {
      const { import: now } = (await (await call('/api/import', 200)).json()) as { import: ImportProgress }
      if (now.done >= (now.entries * part) / PARTS) {
        const after = processorTime([pids().database])
        const cost = (kind: string) =>
          ((((after.get(kind) ?? 0) - (before.get(kind) ?? 0)) * 1_000 * PARTS) / now.entries).toFixed(2)
        parts.push(
          `${((performance.now() - began) / 1_000).toFixed(1)} s (${cost('standalone')} + ${cost('postgres')} ms)`,
        )
        ;[part, began, before] = [part + 1, performance.now(), after]
      }
      if (now.status === 'done') return
      if (now.status === 'stopped') throw new Error(`The import stopped: ${JSON.stringify(now.problems.slice(0, 3))}`)
      await sleep(LOOK_EVERY_MS)
    }
  })
  console.log(`  ${parts.join(', ')}`)
}

/**
 * Measures importing `count` items of one person, exporting them, and importing the export into another app. Prints for
 * each step: seconds, items a second, processor time an item of the app and of its stores, the growth of the app's
 * memory, and the p95 of the reader's waits for chapters and overlays before the step and during it.
 */
export const measureImports = async (count: number): Promise<void> => {
  // The default limit of writes a minute, and a limit of items that the last items come close to.
  const environment = { WRITES_A_MINUTE: '', MOST_ITEMS: String(Math.max(count, MOST_ITEMS)) }
  const folder = emptyFolder()
  const here = await openPlace(environment)
  const file = async function* () {
    yield* exportOf(count)
  }
  await bring(here, 'import', count, file)
  const take = async (name: string, query: string, entries: number) => {
    const to = join(folder, name)
    await here.step(`export: ${name}`, entries, async () => {
      const answer = await here.call(`/api/export?${query}`, 200)
      await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(to))
    })
    console.log(`  ${(statSync(to).size / 1e6).toFixed(1)} MB`)
    return to
  }
  await take('json', 'history=false', count)
  const whole = await take('json with history', 'history=true', count)
  await take('markdown', 'format=markdown', count)
  await bring(here, 'import again', count, file)
  await here.app.stop()
  const there = await openPlace(environment)
  await bring(there, 'with history, elsewhere', 2 * count, () => createReadStream(whole))
  const again = join(folder, 'again')
  const answer = await there.call('/api/export?history=true', 200)
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(again))
  const isSame = readFileSync(again).equals(readFileSync(whole))
  console.log(isSame ? 'It is exported there the same, byte for byte.' : 'What is exported there DIFFERS.')
  if (!isSame) process.exitCode = 1
  await there.app.stop()
}
