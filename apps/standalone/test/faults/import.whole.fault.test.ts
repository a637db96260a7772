import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import type { ImportProgress } from '@pathlight/contracts/import.ts'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { pidsOf, startApp } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { WITHOUT_LIMITS } from '@pathlight/testing/without-limits.ts'
import { describe, expect, it } from 'vitest'

/**
 * A longer run: IMPORT_ITEMS=100000 npm test -- import.whole.fault.test.ts. IMPORT_TIMES=30 makes each text 30 times as
 * long.
 */
const ITEMS = Number(process.env.IMPORT_ITEMS ?? 3_000)
const TIMES = Number(process.env.IMPORT_TIMES ?? 1)
/**
 * How much more resident memory the app may have during an import than when it is idle, in MB. The memory includes the
 * code that is loaded for the import.
 */
const MOST_MB = 250
/** A killed worker is found within this time, in milliseconds. EACH_MS: the allowed time for an entry. */
const FOUND_DEAD_MS = 60_000
const EACH_MS = 60

const numbered = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
/** An export of `count` notes of about 300 characters, on the verses of John 3, line by line. */
function* manyNotes(count: number): Generator<string> {
  yield `${EXPORT_BEGINS}\n`
  yield `${EXPORT_ITEMS}\n`
  for (let n = 0; n < count; n++) {
    const at = new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString()
    const words = { title: `Note ${n}`, text: `Words ${n} 사랑 `.repeat(20 * TIMES).trim() }
    const item = {
      ...{
        id: numbered(n),
        verse_id: 43_003_001 + (n % 36),
        end_verse_id: null,
        ...words,
        tags: [],
        book: 'John',
        version: 'KJV',
      },
      ...{ created_at: at, updated_at: at, revision: 1 },
    }
    yield `${JSON.stringify({ kind: 'note', item: sorted(item) })}${n < count - 1 ? ',' : ''}\n`
  }
  const counts = { ...Object.fromEntries(HISTORY_KINDS.map((kind) => [kind, 0])), note: count }
  yield `${EXPORT_ENDS}${JSON.stringify(counts)}}\n`
}
/** A body that is made while it is sent, because it may be longer than the memory. */
const sent = (count: number): RequestInit => {
  const body = Readable.toWeb(Readable.from(manyNotes(count), { objectMode: false }))
  return { method: 'POST', body, duplex: 'half' } as unknown as RequestInit
}
/** The order of a note's fields in an export. */
const ORDER = [
  'id',
  'verse_id',
  'end_verse_id',
  'text',
  'book',
  'title',
  'tags',
  'version',
  'created_at',
  'updated_at',
  'revision',
] as const
const sorted = (item: Readonly<Record<(typeof ORDER)[number], unknown>>) =>
  Object.fromEntries(ORDER.map((field) => [field, item[field]]))

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

describe(`an import of ${ITEMS} notes`, () => {
  it(
    'survives kill -9 in its midst, doubles nothing, takes little memory, and is exported as it came',
    async () => {
      const app = await startApp({ environment: WITHOUT_LIMITS })
      const { cookie } = await signUpOver(app.address, 'importer')
      const call = (path: string, init: RequestInit = {}) =>
        fetch(app.address + path, { ...init, headers: { cookie, ...init.headers } })
      const progressOf = async () =>
        (await ask(app.address, 'GET', '/api/import', { headers: { cookie } })).body as { import: ImportProgress }
      let idle = residentMb(pidsOf(app.dataDir).app)
      let most = idle
      const watch = setInterval(() => {
        try {
          most = Math.max(most, residentMb(pidsOf(app.dataDir).app))
        } catch {
          // The app is down, so the figure is missing.
        }
      }, 100)
      const waits: number[] = []
      const read = async () => {
        const since = performance.now()
        await (await fetch(`${app.address}/api/bible/chapter?book=John&chapter=3&version=KJV`)).arrayBuffer()
        waits.push(performance.now() - since)
      }
      const p95 = () => {
        const sorted = waits.splice(0).toSorted((a, b) => a - b)
        return sorted[Math.floor(sorted.length * 0.95)] ?? 0
      }
      try {
        for (let n = 0; n < 100; n++) await read()
        const quiet = p95()
        expect((await call('/api/import?preview=true', sent(ITEMS))).status).toBe(200)
        const previewed = most - idle
        const begun = await call('/api/import', sent(ITEMS))
        expect(begun.status).toBe(202)
        await eventually(
          async () => expect((await progressOf()).import.done).toBeGreaterThan(ITEMS / 4),
          ITEMS * EACH_MS,
        )
        await app.kill()
        await app.start()
        idle = residentMb(pidsOf(app.dataDir).app)
        const before = most
        most = idle
        for (;;) {
          const { import: now } = await progressOf()
          if (now.status !== 'running') break
          await read()
          await sleep(200)
        }
        const beside = p95()
        const { import: last } = await progressOf()
        expect(last).toMatchObject({ status: 'done', done: ITEMS, problems: [] })
        expect(last.kinds.note).toEqual({ new: ITEMS, same: 0, different: 0, refused: 0 })
        const imported = most - idle
        const answer = await call('/api/export')
        const exported = createInterface({ input: Readable.fromWeb(answer.body as never), crlfDelay: Infinity })
        const lines = exported[Symbol.asyncIterator]()
        let differs: string | null = null
        for (const line of manyNotes(ITEMS)) {
          const { value = '' } = await lines.next()
          if (`${value}\n`.replace(/"revision":\d+/, '"revision":1') !== line) differs ??= value
        }
        expect(differs, 'what comes out is what went in').toBeNull()
        expect((await lines.next()).done).toBe(true)
        const asJson = most - idle
        expect((await (await call('/api/export?format=markdown')).arrayBuffer()).byteLength).toBeGreaterThan(1_000)
        const figures = { previewed, before: before - idle, imported, asJson, exported: most - idle, quiet, beside }
        console.log(JSON.stringify(figures))
        expect(most - idle).toBeLessThan(MOST_MB)
        expect(previewed).toBeLessThan(MOST_MB)
      } finally {
        clearInterval(watch)
      }
    },
    120_000 + FOUND_DEAD_MS + ITEMS * EACH_MS * 4,
  )
})
