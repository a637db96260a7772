import { setTimeout as sleep } from 'node:timers/promises'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { startApp } from '@pathlight/testing/app-process.ts'
import { untilAnswered } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { describe, expect, it } from 'vitest'
import type { Person } from '../calls/call.contract.ts'
import { idOf, TESTED, TESTED_NAMES } from '../kinds/tested-kinds.contract.ts'

/** How many restores of each kind each person makes. */
const RESTORES = 16
const PEOPLE = 3
const KILLS = 2

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
      return answer
    }
    /**
     * Prepares an item with two different revisions, or with a removal as its second revision, and restores it again
     * and again.
     */
    const restoreAll = async (kind: HistoryKind, cookie: string) => {
      const { add, edit, remove, item, life } = TESTED[kind]
      const who = {
        ask: (method: string, path: string, { body }: { body?: object } = {}) => send(cookie, method, path, body),
      } as unknown as Person
      const id = idOf(item(await add(who, life.begin, 0)))
      const change = () => (edit ? edit(who, id, life.edited) : remove?.(who, id))
      await change()
      for (let nth = 0; nth < RESTORES; nth++) {
        if (!edit && nth > 0) await change()
        const revision = edit ? (nth % 2) + 1 : 1
        await send(cookie, 'POST', `/api/history/${kind}/${id}/restore`, { revision })
        done += 1
      }
      let restored = 0
      for (let next: number | null = 0; next !== null; ) {
        const query: string = next === 0 ? '' : `&before=${next}`
        const path = `/api/history/${kind}/${id}?limit=200${query}`
        const answer = await untilAnswered(() => ask(app.address, 'GET', path, { headers: { cookie } }))
        const page = answer.body as { revisions: { action: string }[]; next: number | null }
        restored += page.revisions.filter(({ action }) => action === 'restored').length
        next = page.next
      }
      return [kind, restored] as const
    }
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, nth) => signUpOver(app.address, `restorer${nth}`)),
    )
    const all = TESTED_NAMES.length * PEOPLE * RESTORES
    const disturb = async () => {
      for (let kill = 1; kill <= KILLS; kill++) {
        while (done < (all * kill) / (KILLS + 1)) await sleep(5)
        await app.kill()
        await app.start()
      }
    }
    const asked = people.flatMap(({ cookie }) => TESTED_NAMES.map((kind) => restoreAll(kind, cookie)))
    const [restored] = await Promise.all([Promise.all(asked), disturb()])
    expect(restored).toEqual(people.flatMap(() => TESTED_NAMES.map((kind) => [kind, RESTORES])))
    // Some requests must have failed, or the test proves nothing.
    expect(inVain).toBeGreaterThan(0)
  })
})
