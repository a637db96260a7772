import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { backupsReportOf } from './backups-report.ts'

const [EARLIER, BETWEEN, LATER] = ['2026-11-26T03:00:00.000Z', '2026-11-26T15:00:00.000Z', '2026-11-27T03:00:00.000Z']
const job = (name: string, failedAt: string) => ({ id: name, name, tries: 1, failedAt })
const reportFrom = (
  failedJobs: (most: number) => Promise<readonly object[]>,
  writtenAt: string | null | (() => string | null),
  schedule: () => Promise<object | null> = async () => null,
) => {
  const lastWritten = async () => {
    const at = typeof writtenAt === 'function' ? writtenAt() : writtenAt
    return at && { writtenAt: at, name: 'one.archive.gz', events: 1, bytes: 1 }
  }
  const stores = {
    archives: { lastWritten, lastFolder: async () => null },
    jobs: { schedule, failedJobs },
    dataKeys: { lost: async () => 0 },
    readModels: {},
    storedLog: { identity: async () => '1a2b3c4d-0000-4000-8000-000000000000' },
  }
  return backupsReportOf(stores as unknown as Stores, {} as Bible, '/nowhere')
}
const reportOf = (...given: Parameters<typeof reportFrom>) => reportFrom(...given).report()

afterEach(() => void vi.useRealTimers())

describe('the report about archives', () => {
  it.for([
    ['none failed', [], EARLIER, null],
    ['another job failed', [job('welcome-mail', LATER)], EARLIER, null],
    ['it failed since the last one', [job('welcome-mail', LATER), job('write-archive', LATER)], EARLIER, LATER],
    ['it failed and none was ever written', [job('write-archive', EARLIER)], null, EARLIER],
    ['one was written since it failed', [job('write-archive', EARLIER)], LATER, null],
  ] as const)('says when a try failed: %s', async ([_what, failed, writtenAt, expected]) => {
    expect((await reportOf(async () => failed, writtenAt)).failed).toBe(expected)
  })

  it('says that a try failed also where many other jobs failed after it, of which it reads no more than it must', async () => {
    const others = Array.from({ length: 130 }, () => job('welcome-mail', LATER))
    const asked: number[] = []
    const from = (failed: readonly object[]) => async (most: number) => {
      asked.push(most)
      return failed.slice(0, most)
    }
    expect((await reportOf(from([...others, job('write-archive', LATER)]), EARLIER)).failed).toBe(LATER)
    expect(asked.splice(0)).toEqual([50, 1_000])
    const before = Array.from({ length: 200 }, () => job('welcome-mail', EARLIER))
    expect((await reportOf(from([...before, job('write-archive', EARLIER)]), LATER)).failed).toBeNull()
    expect(asked).toEqual([50])
  })

  it('asks once which archives are planned, and shows those of that folder that are of no other installation', async () => {
    const folder = emptyFolder()
    const nameOf = (digits: string) => `pathlight-2026-11-26T030000Z${digits}.archive.gz`
    const [own, older, other] = [nameOf('-1a2b3c4d'), nameOf(''), nameOf('-99999999')]
    for (const name of [own, older, other]) writeFileSync(join(folder, name), 'all of it')
    const schedule = vi.fn(async () => ({ id: 'write-archive', everyMs: 3_600_000, data: { folder, keep: 3 } }))
    const { report, fileOf } = reportFrom(async () => [], EARLIER, schedule)
    const { files } = await report()
    expect(schedule).toHaveBeenCalledTimes(1)
    expect(files.map(({ name }) => name).toSorted()).toEqual([own, older].toSorted())
    expect(await fileOf(own)).toEqual({ file: join(folder, own), bytes: 9 })
    expect(await fileOf(other)).toBeNull()
  })

  it('reads the failed jobs once for all who ask at the same time, and again for who asks later', async () => {
    const asked: number[] = []
    const { report } = reportFrom(async (most) => {
      asked.push(most)
      return [job('write-archive', LATER)]
    }, EARLIER)
    expect(await Promise.all([report(), report()])).toMatchObject([{ failed: LATER }, { failed: LATER }])
    expect(asked).toEqual([50])
    expect((await report()).failed).toBe(LATER)
    expect(asked).toEqual([50, 50])
  })

  it('says nothing of a try that failed before an archive, also while another call reads for the one before', async () => {
    const jobs: ((failed: readonly object[]) => void)[] = []
    const written = [EARLIER, LATER]
    const { report } = reportFrom(
      () => new Promise((resolve) => jobs.push(resolve)),
      () => written.shift() ?? null,
    )
    const both = [report(), report()]
    await eventually(() => expect(jobs).toHaveLength(2))
    for (const answer of jobs) answer([job('write-archive', BETWEEN)])
    expect((await Promise.all(both)).map(({ failed }) => failed)).toEqual([BETWEEN, null])
  })

  it('reads no more of the failed jobs after it has stopped waiting for them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked: number[] = []
    const late = (most: number) => {
      asked.push(most)
      const jobs = Array.from({ length: most }, () => job('welcome-mail', LATER))
      return new Promise<readonly object[]>((resolve) => setTimeout(() => resolve(jobs), 6_000))
    }
    const report = reportOf(late, EARLIER)
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await report).failed).toBeNull()
    expect(asked).toEqual([50])
  })

  it('comes also where the failed jobs do not, of which it asks for few', async () => {
    const asked: number[] = []
    const away = async (most: number) => {
      asked.push(most)
      throw new Error('The store is away')
    }
    expect(await reportOf(away, EARLIER)).toMatchObject({ failed: null, last: { at: EARLIER } })
    expect(asked).toEqual([50])
  })
})
