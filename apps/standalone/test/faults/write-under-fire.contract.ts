import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, positionOf, reflecting, untilAnswered } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { expect } from 'vitest'
import type { Answer } from '../app-under-test.contract.ts'
import type { AddedInLog } from '../items/log-behind-app.contract.ts'
import { TESTED } from '../kinds/tested-kinds.contract.ts'

/** The kinds that are written in turn, each by the `underFire` of its test file. */
const KINDS = Object.values(TESTED).flatMap(({ list, item, underFire }) =>
  list && underFire ? [{ ...underFire, list, item }] : [],
)
type Kind = (typeof KINDS)[number]

type Item = { readonly id: string }
/** A person with the acknowledged items, by kind and id. */
type Person = {
  readonly id: string
  readonly cookie: string
  readonly has: ReadonlyMap<Kind, Map<string, Item>>
  position: bigint
  written: number
}

/**
 * The longest time until a write is acknowledged, in milliseconds, whatever was killed. Restarted servers answer late
 * on a busy machine.
 */
const ACKNOWLEDGED_WITHIN_MS = 180_000

/**
 * People write `writes` items in all, each person on several devices and on several chapters of John. Meanwhile
 * `disturb` kills processes; it can wait for a share of the writes (0 to 1). Every write is repeated with the same key
 * until it is acknowledged. Then the log, the lists, the overlays and the counts must have exactly the acknowledged
 * items.
 */
export const writeUnderFire = async (
  address: string,
  {
    people: count,
    devices,
    chapters,
    writes,
    disturb,
    addedInLog,
  }: {
    people: number
    devices: number
    chapters: number
    writes: number
    disturb: (reached: (share: number) => Promise<void>) => Promise<void>
    addedInLog: AddedInLog
  },
): Promise<void> => {
  const people = await Promise.all(
    Array.from({ length: count }, async (_, i): Promise<Person> => {
      const { id, cookie } = await signUpOver(address, `writer${i}`)
      return { id, cookie, has: new Map(KINDS.map((kind) => [kind, new Map()])), position: 0n, written: 0 }
    }),
  )
  let written = 0
  let inVain = 0
  const reached = async (share: number) => {
    while (written < share * writes) await sleep(5)
  }

  const write = async (person: Person) => {
    const nth = person.written++
    const [kind, items] = [...person.has][nth % KINDS.length] ?? []
    if (!kind || !items) throw new Error('There is nothing to write')
    const id = crypto.randomUUID()
    const own = Math.floor(nth / KINDS.length)
    const body = kind.body({ id, verseId: 43_001_001 + (nth % chapters) * 1000, nth, own })
    const headers = { cookie: person.cookie, 'idempotency-key': crypto.randomUUID() }
    // Highlights of one verse share a stream. A device that loses against the others several times gets 409, and sends
    // the request again.
    const answer = await eventually(async () => {
      const sent = await untilAnswered(() => ask(address, 'POST', kind.add, { body, headers }), ACKNOWLEDGED_WITHIN_MS)
      if ((sent.body as { code?: string } | undefined)?.code === 'conflict')
        throw new Error(`Answered 409: ${JSON.stringify(sent.body)}`)
      return sent
    }, ACKNOWLEDGED_WITHIN_MS)
    if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    const position = positionOf(answer) ?? 0n
    if (position > person.position) person.position = position
    const made = kind.item(answer as unknown as Answer) as Item
    items.set(made.id, made)
    written += 1
    inVain += answer.inVain
  }
  const writing = people.flatMap((person) =>
    Array.from({ length: devices }, async () => {
      for (let left = writes / count / devices; left > 0; left--) await write(person)
    }),
  )
  await Promise.all([disturb(reached), ...writing])
  expect(written).toBe(writes)
  // Some requests must have failed, or the test proves nothing.
  expect(inVain).toBeGreaterThan(0)
  const acknowledged = people.flatMap(({ id, has }) =>
    [...has.values()].flatMap((items) => [...items.keys()].map((item) => `${id}.${item}`)),
  )
  expect(await addedInLog(Object.fromEntries(KINDS.map(({ event }) => event)))).toEqual(
    new Map(acknowledged.map((id) => [id, 1])),
  )

  for (const { cookie, has, position } of people) {
    const read = (path: string) =>
      reflecting(position, (least) => untilAnswered(() => ask(address, 'GET', path, { headers: { cookie, ...least } })))
    /** All items of a list, over all its pages (RFC 8288). */
    const all = async (path: string): Promise<Item[]> => {
      const page = await read(path)
      const next = /<([^>]+)>;\s*rel="?next"?/.exec(page.headers.get('link') ?? '')?.[1]
      const further = next === undefined ? [] : await all(next.replace(/^https?:\/\/[^/]+/, ''))
      return [...(page.body as Item[]), ...further]
    }
    const onChapters = async (itemsOn: (chapter: number) => Promise<Item[]>) =>
      (await Promise.all(Array.from({ length: chapters }, (_, i) => itemsOn(i + 1)))).flat()
    const overlays = new Map<number, Promise<Record<string, Item[]>>>()
    const overlay = async (chapter: number) => {
      const path = `/api/overlay?book=John&chapter=${chapter}`
      const asked = overlays.get(chapter) ?? read(path).then(({ body }) => body as Record<string, Item[]>)
      overlays.set(chapter, asked)
      return asked
    }
    const counts = (await read('/api/resource-counts')).body
    for (const [{ list, onChapter, overlay: name, count }, items] of has) {
      /** Checks that each item occurs once, as the answer to its write showed it. */
      const hasAll = (shown: readonly Item[]) => {
        expect(shown).toHaveLength(items.size)
        expect(Object.fromEntries(shown.map((item) => [item.id, item]))).toMatchObject(Object.fromEntries(items))
      }
      hasAll(await all(list))
      if (onChapter) hasAll(await onChapters((chapter) => all(onChapter(chapter))))
      if (name) hasAll(await onChapters(async (chapter) => (await overlay(chapter))[name] ?? []))
      if (count) expect(counts).toMatchObject({ [count]: items.size })
    }
  }
}
