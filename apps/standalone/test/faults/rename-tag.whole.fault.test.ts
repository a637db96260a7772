import { startApp } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { WITHOUT_LIMITS } from '@pathlight/testing/without-limits.ts'
import { expect, it } from 'vitest'

/** More items than one call renames. */
const ITEMS = 1_200
/** The longest time for the worker's import of ITEMS items, in milliseconds. */
const BROUGHT_MS = 300_000

it('a tag of many items is renamed in turns, by one event each, also where the server is killed in between', async () => {
  const app = await startApp({ environment: WITHOUT_LIMITS })
  const { cookie } = await signUpOver(app.address, 'tagger')
  const call = (method: string, path: string, body?: unknown) =>
    ask(app.address, method, path, { headers: { cookie }, ...(body !== undefined && { body }) })
  const rows = Array.from({ length: ITEMS }, (_, n) => `John 3:${1 + (n % 36)},Words ${n},Grace;other`)
  const file = ['Passage,Note,Tags', ...rows].join('\n')
  const headers = { cookie, 'content-type': 'application/octet-stream', origin: app.address }
  expect((await fetch(`${app.address}/api/import`, { method: 'POST', headers, body: file })).status).toBe(202)
  await eventually(
    async () => expect((await call('GET', '/api/import')).body).toMatchObject({ import: { status: 'done' } }),
    BROUGHT_MS,
  )
  await eventually(async () =>
    expect((await call('GET', '/api/tags')).body).toMatchObject({ tags: [{ tag: 'Grace', count: ITEMS }, {}] }),
  )
  await call('PUT', '/api/tags/Grace', { tag: 'Grace', color: '#ffd966' })

  const cutOff = call('PUT', '/api/tags/grace', { tag: 'Mercy' }).catch(() => null)
  type Tags = { readonly tags: readonly { readonly tag: string; readonly count: number }[] }
  await eventually(async () => {
    const { tags } = (await call('GET', '/api/tags')).body as Tags
    expect(tags.find(({ tag }) => tag === 'Mercy')?.count ?? 0).toBeGreaterThan(20)
  })
  await app.kill()
  await cutOff
  await app.start()

  type Turn = { readonly changed: number; readonly left: number }
  const turns: Turn[] = []
  for (let left = ITEMS; left > 0; ) {
    const { status, body } = await call('PUT', '/api/tags/grace', { tag: 'Mercy' })
    // A server that has just started may not have projected the whole log yet.
    if (status === 503) continue
    expect(status, JSON.stringify(body)).toBe(200)
    turns.push(body as Turn)
    left = (body as Turn).left
  }
  expect(turns.length).toBeGreaterThan(1)
  for (const { changed } of turns) expect(changed).toBeLessThanOrEqual(500)
  await eventually(async () =>
    expect((await call('GET', '/api/tags')).body).toEqual({
      tags: [
        { tag: 'Mercy', count: ITEMS, kinds: { note: ITEMS }, color: '#ffd966' },
        { tag: 'other', count: ITEMS, kinds: { note: ITEMS }, color: null },
      ],
    }),
  )
  const notes: { readonly revision: number }[] = []
  for (let path: string | null = '/api/note/user?limit=500'; path !== null; ) {
    const answer: Response = await fetch(app.address + path, { headers: { cookie } })
    notes.push(...((await answer.json()) as typeof notes))
    path = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
  }
  expect(notes).toHaveLength(ITEMS)
  expect(notes.filter(({ revision }) => revision !== 2)).toEqual([])
  await app.stop()
}, 900_000)
