import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '@pathlight/testing/app-process.ts'
import { untilAnswered } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { describe, expect, it } from 'vitest'

const VERSE = 43_003_016
const range = { startChapter: 3, startVerseId: VERSE, endChapter: 3, endVerseId: VERSE }
const sermon = (title: string) => ({ verseId: VERSE, title, speaker: 'Ann', version: 'KJV', content: title, ...range })

type Call = readonly [method: string, path: (id: string) => string, body?: object]
/** An item of each kind with two revisions that differ, or whose second is its removal (`again`: what takes it away anew). */
const KINDS: Readonly<Record<string, { readonly add: Call; readonly change: Call; readonly again?: true }>> = {
  note: {
    add: ['POST', () => '/api/note/', { verse_id: VERSE, version: 'KJV', text: 'One' }],
    change: ['PUT', (id) => `/api/note/detail/${id}`, { title: null, text: 'Two' }],
  },
  highlight: {
    add: [
      'POST',
      () => '/api/highlight/add',
      { version: 'NIV', verseId: VERSE, startOffset: 4, endOffset: 7, selectedText: 'God' },
    ],
    change: ['PUT', (id) => `/api/highlight/${id}`, { color: '#00ff00' }],
  },
  sermon: {
    add: ['POST', () => '/api/sermon/', sermon('One')],
    change: ['PUT', (id) => `/api/sermon/${id}`, sermon('Two')],
  },
  bookmark: {
    add: ['POST', () => '/api/bookmarks', { version: 'KJV', book: 'Psalms', chapter: 23 }],
    change: ['DELETE', (id) => `/api/bookmarks/${id}`],
    again: true,
  },
  settings: {
    add: ['PUT', () => '/api/users/settings', { highlightColor: '#111111' }],
    change: ['PUT', () => '/api/users/settings', { highlightColor: '#222222' }],
  },
}
/** Of each kind at the same time, each by so many. */
const RESTORES = 16
const PEOPLE = 3
const KILLS = 2

/** The app is killed again and again while people restore: many a time between a restore and its answer. */
describe(`kill -9 of the app during ${RESTORES * PEOPLE} restores of each kind`, () => {
  it('restores once for each that was asked for, whatever was asked again', async () => {
    const app = await startApp()
    let done = 0
    let inVain = 0
    const send = async (cookie: string, method: string, path: string, body?: object) => {
      const headers = { cookie, 'idempotency-key': crypto.randomUUID() }
      const answer = await untilAnswered(() => ask(app.address, method, path, { ...(body && { body }), headers }))
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      inVain += answer.inVain
      return answer.body as { id?: string; newSermon?: { id: string } } | null
    }
    const restoreAll = async (kind: keyof typeof KINDS, cookie: string) => {
      const known = KINDS[kind]
      if (!known) throw new Error(`There is no ${kind}`)
      const [addMethod, addPath, addBody] = known.add
      const [method, path, body] = known.change
      const added = await send(cookie, addMethod, addPath(''), addBody)
      const id = kind === 'settings' ? 'me' : (added?.newSermon?.id ?? added?.id ?? '')
      const change = () => send(cookie, method, path(id), body)
      await change()
      for (let nth = 0; nth < RESTORES; nth++) {
        if (known.again && nth > 0) await change()
        const revision = known.again ? 1 : (nth % 2) + 1
        await send(cookie, 'POST', `/api/history/${kind}/${id}/restore`, { revision })
        done += 1
      }
      let restored = 0
      for (let next: number | null = 0; next !== null; ) {
        const query: string = next === 0 ? '' : `&before=${next}`
        const answer = await ask(app.address, 'GET', `/api/history/${kind}/${id}?limit=200${query}`, {
          headers: { cookie },
        })
        const page = answer.body as { revisions: { action: string }[]; next: number | null }
        restored += page.revisions.filter(({ action }) => action === 'restored').length
        next = page.next
      }
      return [kind, restored] as const
    }
    const kinds = Object.keys(KINDS)
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, nth) => signUpOver(app.address, `restorer${nth}`)),
    )
    const all = kinds.length * PEOPLE * RESTORES
    const disturb = async () => {
      for (let kill = 1; kill <= KILLS; kill++) {
        while (done < (all * kill) / (KILLS + 1)) await sleep(5)
        await app.kill()
        await app.start()
      }
    }
    const asked = people.flatMap(({ cookie }) => kinds.map((kind) => restoreAll(kind, cookie)))
    const [restored] = await Promise.all([Promise.all(asked), disturb()])
    expect(restored).toEqual(people.flatMap(() => kinds.map((kind) => [kind, RESTORES])))
    // Something must have been cut off, or nothing was proven.
    expect(inVain).toBeGreaterThan(0)
  })
})
