import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endArchives, plannedArchives } from '@pathlight/runtime/archive-job.ts'
import { takeLock } from '@pathlight/stores/exclusive-lock.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { describe, expect, it } from 'vitest'
import { planArchive, readEvery, readKeep } from './planned-archives.ts'

const DIGITS = '1a2b3c4d'
const nameOf = (day: number, digits = `-${DIGITS}`) => `pathlight-2026-11-0${day}T000000Z${digits}.archive.gz`
const NOW = Date.UTC(2026, 10, 5)
/** Runs the job that was planned for a day (`id`), or the job with the id `id`. */
const write = (stores: Parameters<typeof planArchive>[0], folder: string, id: number | string, keep = 7) =>
  planArchive(
    stores,
    folder,
    () => NOW,
  )(
    { folder, keep },
    {
      id: typeof id === 'string' ? id : `repeat:x:${Date.UTC(2026, 10, id)}`,
      signal: new AbortController().signal,
    },
  )
const shownIn = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('.'))

/** Jobs with a schedule; `data` null: without one. */
const planned = (data: { readonly folder: string | null; readonly keep: number } | null) => ({
  schedule: async (id: string) => data && { id, everyMs: 3_600_000, data },
})
/** Empty stores. `head`: the end of the log. `lost`: how many keys are missing. */
const emptyStores = (
  jobs: ReturnType<typeof planned>,
  {
    digits = DIGITS,
    head = async () => 0n,
    lost = 0,
  }: { digits?: string; head?: () => Promise<bigint>; lost?: number } = {},
) => {
  const nothing = async function* () {}
  const identity = async () => `${digits}-0000-4000-8000-000000000000`
  return {
    storedLog: { identity, head, batches: nothing },
    archives: { masterKeyCheck: async () => Buffer.alloc(32), rows: nothing, noteWritten: async () => undefined },
    jobs: { waiting: async () => [], ...jobs },
    readModels: { checkpoints: async () => [] },
    secretFor: () => Buffer.alloc(32),
    dataKeys: { lost: async () => lost },
  } as unknown as Parameters<typeof planArchive>[0]
}

describe('a plan for archives', () => {
  it.for([
    ['1h', 3_600_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
    ['366d', 31_622_400_000],
    ['367d', null],
    ['0h', null],
    ['24', null],
    ['-1d', null],
    ['1.5h', null],
    ['24h ', null],
    ['', null],
  ] as const)('reads every %j as %j', ([text, ms]) => expect(readEvery(text)).toBe(ms))

  it.for([
    ['1', 1],
    ['7', 7],
    ['1000', 1_000],
    ['1001', null],
    ['0', null],
    ['-1', null],
    ['seven', null],
    ['', null],
  ] as const)('reads keep %j as %j', ([text, keep]) => expect(readKeep(text)).toBe(keep))

  it('is known by its schedule', async () => {
    const data = { folder: null, keep: 3 }
    expect(await plannedArchives({ schedule: async (id) => ({ id, everyMs: 3_600_000, data }) })).toEqual({
      everyMs: 3_600_000,
      ...data,
    })
    expect(await plannedArchives({ schedule: async () => null })).toBeNull()
  })

  it('leaves its folder to the next one where an admin ends it, and gives it up where the operator does', async () => {
    const notes: (string | null)[] = []
    const stores = {
      jobs: { ...planned({ folder: '/backups', keep: 3 }), stopEvery: async () => true },
      archives: { noteFolder: async (folder: string | null) => void notes.push(folder) },
    }
    expect(await endArchives(stores, 'admin')).toBe(true)
    expect(await endArchives(stores, 'operator')).toBe(true)
    expect(notes).toEqual(['/backups', null])
  })

  it('takes away what was begun and given up, so that a full disk does not stay full', async () => {
    const folder = join(emptyFolder(), 'archives')
    mkdirSync(folder)
    writeFileSync(join(folder, `${nameOf(1)}.lock`), '')
    for (const name of [`${nameOf(1)}.part`, `${nameOf(2)}.part`, 'my own.part'])
      writeFileSync(join(folder, name), 'begun')
    // The operator's command is writing the second archive.
    const lock = takeLock(join(folder, `${nameOf(2)}.lock`))
    // The disk is full when the new archive is begun.
    const head = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    const stores = emptyStores(planned({ folder, keep: 7 }), { head })
    await expect(write(stores, folder, 3)).rejects.toThrow('The disk is full')
    lock?.release()
    expect(shownIn(folder)).toEqual(['my own.part', `${nameOf(2)}.lock`, `${nameOf(2)}.part`])
  })

  it('writes one of two archives that come at once, and destroys nothing of it', async () => {
    const folder = emptyFolder()
    const [isBegun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const head = async () => {
      isBegun.resolve()
      await goesOn.promise
      return 0n
    }
    const stores = emptyStores(planned({ folder, keep: 7 }), { head })
    const nightly = write(stores, folder, 3)
    await isBegun.promise
    await write(stores, folder, 'asked for by an admin')
    goesOn.resolve()
    await nightly
    expect(shownIn(folder)).toEqual([nameOf(3)])
    // The job that wrote nothing does not block the next one.
    await write(stores, folder, 4)
    expect(readdirSync(folder)).toContain(nameOf(4))
  })

  it('holds for a late try of its job, too: as it is now, or not at all where it has ended', async () => {
    const [before, now] = [join(emptyFolder(), 'before'), emptyFolder()]
    for (const day of [1, 2]) writeFileSync(join(now, nameOf(day)), 'older')
    await write(emptyStores(planned(null)), before, 3)
    expect(existsSync(before)).toBe(false)
    await write(emptyStores(planned({ folder: now, keep: 2 })), before, 3)
    expect(existsSync(before)).toBe(false)
    expect(shownIn(now)).toEqual([nameOf(2), nameOf(3)])
  })

  it('is one installation’s of several in a folder, and takes away no archive of another or of an older version', async () => {
    const folder = emptyFolder()
    for (const digits of ['', '-99999999']) writeFileSync(join(folder, nameOf(1, digits)), 'not ours')
    const isOtherBegun = Promise.withResolvers<void>()
    const goesOn = Promise.withResolvers<void>()
    const head = async () => {
      isOtherBegun.resolve()
      await goesOn.promise
      return 0n
    }
    const others = write(emptyStores(planned({ folder, keep: 7 }), { digits: '99999999', head }), folder, 3)
    await isOtherBegun.promise
    for (const day of [2, 3]) await write(emptyStores(planned({ folder, keep: 1 })), folder, day)
    goesOn.resolve()
    await others
    const left = [nameOf(1, ''), nameOf(1, '-99999999'), nameOf(3, '-99999999'), nameOf(3)]
    expect(shownIn(folder).toSorted()).toEqual(left.toSorted())
  })

  it('keeps every older archive while the key of an account cannot be opened', async () => {
    const folder = emptyFolder()
    for (const day of [1, 2]) writeFileSync(join(folder, nameOf(day)), 'before')
    await write(emptyStores(planned({ folder, keep: 1 }), { lost: 1 }), folder, 3)
    expect(shownIn(folder)).toEqual([1, 2, 3].map((day) => nameOf(day)))
    await write(emptyStores(planned({ folder, keep: 1 })), folder, 4)
    expect(shownIn(folder)).toEqual([nameOf(4)])
  })

  it('keeps the archive that was just written, and not one that is dated ahead', async () => {
    const folder = emptyFolder()
    for (const day of [1, 9]) writeFileSync(join(folder, nameOf(day)), 'before')
    const stores = (keep: number) => emptyStores(planned({ folder, keep }))
    await write(stores(2), folder, 3)
    expect(shownIn(folder)).toEqual([nameOf(1), nameOf(3)])
    writeFileSync(join(folder, nameOf(9)), 'before')
    await write(stores(1), folder, 4)
    expect(shownIn(folder)).toEqual([nameOf(4)])
  })
})
