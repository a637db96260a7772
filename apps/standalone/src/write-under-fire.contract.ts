import { setTimeout as sleep } from 'node:timers/promises'
import type { Note } from '@pathlight/contracts/notes.ts'
import { expect } from 'vitest'
import { type AppProcess, ask, signUpOver } from './app-process.contract.ts'
import type { NotesInLog } from './log-behind-app.contract.ts'

/** A store that was killed is back, and the app with it, within this. */
const RECOVERS_WITHIN_MS = 60_000

/** Asks again while the app or a store is away. */
const askPatiently = async (running: () => Promise<AppProcess>, ...[method, path, request]: Request) => {
  let repeats = 0
  for (const until = Date.now() + RECOVERS_WITHIN_MS; ; repeats++) {
    const { address } = await running()
    const answer = await ask(address, method, path, request).catch(() => null)
    if (answer !== null && answer.status !== 503) return { ...answer, repeats }
    if (Date.now() > until)
      throw new Error(`${method} ${path} had no answer for a minute, at last ${JSON.stringify(answer?.body ?? null)}`)
    // A browser waits longer (Retry-After); this is short enough to hit the moments that matter.
    await sleep(200)
  }
}
type Request = [method: string, path: string, request: { body?: unknown; headers: Record<string, string> }]

/**
 * People write `writes` notes in all, each on so many devices at once and on so many chapters of John, while `disturb` kills what it likes (it may wait for a share of the writes
 * to be done, 0 to 1). Every write is repeated with the same key until it is acknowledged. Then what everybody reads,
 * from every read model and in the log itself, must be exactly what was acknowledged.
 */
export const writeUnderFire = async (
  running: () => Promise<AppProcess>,
  {
    people: count,
    devices,
    chapters,
    writes,
    disturb,
    notesInLog,
  }: {
    people: number
    devices: number
    chapters: number
    writes: number
    disturb: (reached: (share: number) => Promise<void>) => Promise<void>
    notesInLog: NotesInLog
  },
): Promise<void> => {
  const people = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const { cookie } = await signUpOver((await running()).address, `writer${i}`)
      return { cookie, acknowledged: new Map<string, string>() }
    }),
  )
  let written = 0
  let repeats = 0
  const reached = async (share: number) => {
    while (written < share * writes) await sleep(5)
  }

  const write = async ({ cookie, acknowledged }: (typeof people)[number]) => {
    const id = crypto.randomUUID()
    const text = `Note ${id}`
    const answer = await askPatiently(running, 'POST', '/api/note/', {
      body: { id, verse_id: 43_001_001 + (acknowledged.size % chapters) * 1000, text, version: 'KJV' },
      headers: { cookie, 'idempotency-key': crypto.randomUUID() },
    })
    if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    acknowledged.set(id, text)
    written += 1
    repeats += answer.repeats
  }
  const writing = people.flatMap((person) =>
    Array.from({ length: devices }, async () => {
      for (let left = writes / count / devices; left > 0; left--) await write(person)
    }),
  )
  await Promise.all([disturb(reached), ...writing])
  expect(written).toBe(writes)
  // Something must have been cut off, or nothing was proven.
  expect(repeats).toBeGreaterThan(0)
  const once = new Map(people.flatMap(({ acknowledged }) => [...acknowledged.keys()].map((id) => [id, 1] as const)))
  expect(await notesInLog()).toEqual(once)

  for (const { cookie, acknowledged } of people) {
    // One more write gives the position at which everything before it must be reflected.
    const last = await askPatiently(running, 'POST', '/api/note/', {
      body: { verse_id: 1_001_001, text: 'last', version: 'KJV' },
      headers: { cookie },
    })
    const position = last.headers.get('x-position') ?? ''
    const read = async (path: string) => {
      for (const until = Date.now() + RECOVERS_WITHIN_MS; ; ) {
        const headers = { cookie, 'x-min-position': position }
        const answer = await askPatiently(running, 'GET', path, { headers })
        if (BigInt(answer.headers.get('x-position') ?? 0) >= BigInt(position)) return answer.body
        if (Date.now() > until) throw new Error(`${path} does not catch up with ${position}`)
      }
    }
    const list = ((await read('/api/note/user')) as Note[]).filter(({ text }) => text !== 'last')
    expect(new Map(list.map(({ id, text }) => [id, text]))).toEqual(acknowledged)
    expect(list).toHaveLength(acknowledged.size)
    expect(await read('/api/resource-counts')).toMatchObject({ notes_count: acknowledged.size + 1 })
    const onChapters: Note[] = []
    for (let chapter = 1; chapter <= chapters; chapter++)
      onChapters.push(...((await read(`/api/note/user/chapter?book=John&chapter=${chapter}`)) as Note[]))
    expect(new Map(onChapters.map(({ id, text }) => [id, text]))).toEqual(acknowledged)
    expect(onChapters).toHaveLength(acknowledged.size)
  }
}
