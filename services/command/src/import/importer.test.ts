import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { afterAll, expect, it } from 'vitest'
import { commandUnderTest, signUpSomebody } from '../command-under-test.contract.ts'
import { kinds } from '../kinds.ts'
import { createQuota } from '../quota.ts'
import { createImporter } from './importer.ts'

const MANY = 1_000_000
const ROWS = 8
/** How long each entry takes at least, in milliseconds. */
const TAKES_MS = 30

const under = commandUnderTest()
const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
})

async function* table(name: string) {
  yield Buffer.from(
    `Verse,Note\n${Array.from({ length: ROWS }, (_, n) => `John 3:${n + 1},${name} ${n}`).join('\n')}\n`,
  )
}

it('imports of several people rest after each entry a third as long as it took, all of them together', async () => {
  const spans: { readonly from: number; readonly to: number }[] = []
  const appendToStream: EventLog['appendToStream'] = async (...given) => {
    const from = performance.now()
    await sleep(TAKES_MS)
    const appended = await under.log.appendToStream(...given)
    // That the import was made is an event of the account.
    if (!given[0].startsWith('account-')) spans.push({ from, to: performance.now() })
    return appended
  }
  const limits = { writesAMinute: MANY, megabytesADay: MANY, megabytes: MANY, items: MANY, revisions: MANY }
  const counting = { countItems: async () => 0, catchUp: async () => true }
  const importer = createImporter({
    log: { ...under.log, appendToStream },
    kinds,
    texts: { knowsVersion: () => true, verseText: () => null },
    store: under.identity,
    keys: { keyOf: async () => new Uint8Array(32).fill(1) },
    quota: createQuota({ limits, rateLimitStore: null, identity: under.identity, ...counting }),
    isLocked: async () => false,
    maxBytes: MANY,
  })
  stops.push(importer.close)
  const people = await Promise.all([signUpSomebody(under), signUpSomebody(under), signUpSomebody(under)])
  const context = { signal: new AbortController().signal, isLast: false }
  await Promise.all(
    people.map(async ({ id: userId }, n) => {
      const importId = randomUUID()
      await importer.begin({ userId, deviceId: null }, importId, table(`person ${n}`), { columns: null, version: null })
      await importer.work({ userId, importId }, context)
      expect(await importer.find(userId)).toMatchObject({ status: 'done', done: ROWS, kinds: { note: { new: ROWS } } })
    }),
  )
  expect(spans).toHaveLength(people.length * ROWS)
  const pauses = spans.slice(1).map(({ from }, n) => from - (spans[n]?.to ?? Number.POSITIVE_INFINITY))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(TAKES_MS / 3 - 1)
})
