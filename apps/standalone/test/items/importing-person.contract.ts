import type { ImportPreview, ImportProgress } from '@pathlight/contracts/import.ts'
import { expect } from 'vitest'
import type { AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

/** The counts of one kind in a preview or import. Counts that are not given are 0. */
export const counts = (some: object) => ({ new: 0, same: 0, different: 0, refused: 0, ...some })

const NEVER = new AbortController().signal

/** The requests of a person who imports a file. `work` and `bring` run the worker's job in the test. */
export const importing = (running: () => AppUnderTest) => {
  const send = (who: Somebody, raw: string | Buffer, query = '', headers = {}) =>
    who.ask('POST', `/api/import${query}`, { raw, headers: { 'content-type': 'application/octet-stream', ...headers } })
  const preview = async (who: Somebody, raw: string | Buffer, more = ''): Promise<ImportPreview> => {
    const before = await running().stores.log.head()
    const { status, body } = await send(who, raw, `?preview=true${more}`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await running().stores.log.head()).toBe(before)
    return body
  }
  const work = (who: Somebody, importId: string, signal = NEVER) =>
    running().importData({ userId: who.id, importId }, { signal, isLast: false })
  const progress = async (who: Somebody, job: string): Promise<ImportProgress> =>
    (await who.ask('GET', `/api/import/${job}`)).body
  const bring = async (who: Somebody, raw: string | Buffer, query = ''): Promise<ImportProgress> => {
    const { status, body } = await send(who, raw, query)
    expect(status, JSON.stringify(body)).toBe(202)
    await work(who, body.job)
    return progress(who, body.job)
  }
  /**
   * Checks that the preview and the import refuse the file with the given code, that nothing is written, and that no
   * import has begun.
   */
  const isRefused = async (who: Somebody, raw: string | Buffer, code: string): Promise<void> => {
    const before = await running().stores.log.head()
    for (const query of ['?preview=true', '']) {
      const { status, problem } = await send(who, raw, query)
      expect([status, problem.code], JSON.stringify(problem)).toEqual([400, code])
    }
    expect(await running().stores.log.head()).toBe(before)
    expect((await who.ask('GET', '/api/import')).body).toEqual({ import: null })
  }
  return { send, preview, work, progress, bring, isRefused }
}
