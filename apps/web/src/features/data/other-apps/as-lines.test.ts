import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiProblem } from '../../../api/api-problem.ts'
import { until } from '../../../testing/until.ts'
import { asLines } from './as-lines.ts'
import type { FromDatabase } from './database-worker.ts'

/** A worker whose messages the test sends. */
class FakeWorker {
  static all: FakeWorker[] = []
  onmessage: (message: { data: FromDatabase }) => void = () => undefined
  onerror: () => void = () => undefined
  isOver = false
  readonly given: unknown[] = []
  constructor() {
    FakeWorker.all.push(this)
  }
  postMessage(file: unknown) {
    this.given.push(file)
  }
  terminate() {
    this.isOver = true
  }
}

beforeEach(() => {
  FakeWorker.all = []
  vi.stubGlobal('Worker', FakeWorker)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const database = (more = '') => new File([`SQLite format 3\0${more}`], 'notes.mybible')
const never = () => new AbortController().signal
const begin = async (file: File, signal = never()) => {
  const read = asLines(file, signal)
  read.catch(() => undefined)
  await until(() => expect(FakeWorker.all).toHaveLength(1))
  const [worker] = FakeWorker.all
  if (!worker) throw new Error('There is no worker')
  return { read, worker }
}

it.each(['Verse,Note\nJohn 3:16,words', '{"format":"pathlight-export"', '', 'PK, in a table'])(
  'a file that is no database (%j) is sent as it is',
  async (text) => {
    const file = new File([text], 'a file')
    expect(await asLines(file, never())).toBe(file)
    expect(FakeWorker.all).toEqual([])
  },
)

it('a database becomes the lines that the worker made of it, under its name', async () => {
  for (const file of [database(), new File(['PK\x03\x04'], 'backup.abdb')]) {
    FakeWorker.all = []
    const { read, worker } = await begin(file)
    expect(worker.given).toEqual([file])
    worker.onmessage({ data: { lines: new Blob(['{"format":', '"pathlight-passages"}\n']) } })
    const lines = await read
    expect([lines.name, await lines.text()]).toEqual([file.name, '{"format":"pathlight-passages"}\n'])
    expect(worker.isOver).toBe(true)
  }
})

it('what takes longer than a minute is ended, in words', async () => {
  const { read, worker } = await begin(database())
  await vi.advanceTimersByTimeAsync(59_000)
  expect(worker.isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1_001)
  await expect(read).rejects.toMatchObject({ code: 'import_took_too_long' })
  expect(worker.isOver).toBe(true)
})

it('what the person gives up is ended at once', async () => {
  const giveUp = new AbortController()
  const { read, worker } = await begin(database(), giveUp.signal)
  giveUp.abort()
  await expect(read).rejects.toMatchObject({ name: 'AbortError' })
  expect(worker.isOver).toBe(true)
  await expect(asLines(database(), giveUp.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(FakeWorker.all).toHaveLength(1)
})

it('says why a database cannot be read, and where its program did not come', async () => {
  const refused = await begin(database())
  refused.worker.onmessage({ data: { unreadable: { code: 'import_database_broken' } } })
  await expect(refused.read).rejects.toMatchObject({ code: 'import_database_broken' })
  FakeWorker.all = []
  const away = await begin(database())
  away.worker.onerror()
  await expect(away.read).rejects.toEqual(new ApiProblem(0, {}))
  expect([refused.worker.isOver, away.worker.isOver]).toEqual([true, true])
})

it('a file of more than 50 MB is refused before it is read', async () => {
  const large = Object.defineProperty(database(), 'size', { value: 50_000_001 })
  await expect(asLines(large, never())).rejects.toMatchObject({
    ...{ code: 'import_database_too_large', params: { max: 50 } },
  })
  expect(FakeWorker.all).toEqual([])
})
