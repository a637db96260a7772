import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { serverAlone } from '@pathlight/http/server-alone.contract.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { knowLogEnd, reachPosition } from './read-position.ts'

/**
 * A server whose read models are at position 50, and whose log ends at `end`. `waits`: the milliseconds of each wait.
 */
const serving = async (end: () => Promise<bigint>) => {
  const waits: number[] = []
  const app = (await serverAlone()) as unknown as App
  onTestFinished(() => app.close())
  const store = {
    position: async () => 50n,
    waitFor: async (position: bigint, ms: number) => {
      waits.push(ms)
      return position <= 50n
    },
  }
  knowLogEnd(app, end)
  app.get('/api/one', async (request, reply) => {
    await reachPosition(store, [{ name: 'notes' }], request, reply)
    throw new HttpProblem(404, 'note_not_found', 'No such note.')
  })
  const ask = (position?: number) =>
    app.inject({ url: '/api/one', ...(position !== undefined && { headers: { 'x-min-position': String(position) } }) })
  return { ask, waits }
}

describe('a read that finds nothing', () => {
  it('says so when it reflects what it was asked to', async () => {
    const { ask } = await serving(async () => 60n)
    for (const position of [undefined, 50]) {
      const answer = await ask(position)
      expect([answer.statusCode, answer.json().code, answer.headers['x-position']]).toEqual([
        404,
        'note_not_found',
        '50',
      ])
    }
  })

  it('says when to ask again where it is behind, for it may be there', async () => {
    const { ask, waits } = await serving(async () => 60n)
    const answer = await ask(60)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'behind'])
    expect(answer.headers).toMatchObject({ 'retry-after': '2', 'x-position': '50' })
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(2_000)
  })

  it('waits for no position that the log does not have, and says so', async () => {
    const { ask, waits } = await serving(async () => 59n)
    const answer = await ask(60)
    expect([answer.statusCode, answer.headers['x-min-position']]).toEqual([404, 'beyond'])
    expect(waits).toEqual([100])
  })

  it('waits where the log cannot be asked', async () => {
    const { ask, waits } = await serving(() => Promise.reject(new Error('away')))
    expect((await ask(60)).statusCode).toBe(503)
    expect(waits).toHaveLength(2)
  })
})
