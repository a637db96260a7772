import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endArchives, plannedArchives } from '@pathlight/runtime/archive-job.ts'
import { takeLock } from '@pathlight/stores/exclusive-lock.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { describe, expect, it } from 'vitest'
import { planArchive, readEvery, readKeep } from './planned-archives.ts'

/** Jobs with a schedule. */
const planned = (data: { readonly folder: string | null; readonly keep: number } | null) => ({
  schedule: async (id: string) => data && { id, everyMs: 3_600_000, data },
})
/** Stores of which an archive has nothing. */
const emptyStores = (identity: () => Promise<string>, jobs: ReturnType<typeof planned>) => {
  const nothing = async function* () {}
  return {
    storedLog: { identity, head: async () => 0n, batches: nothing },
    archives: { masterKeyCheck: async () => Buffer.alloc(32), rows: nothing, noteWritten: async () => undefined },
    jobs: { waiting: async () => [], ...jobs },
    readModels: { checkpoints: async () => [] },
    secretFor: () => Buffer.alloc(32),
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
    const nameOf = (day: number) => `pathlight-2026-11-0${day}T000000Z.archive.gz`
    // A lock file has no content.
    writeFileSync(join(folder, `${nameOf(1)}.lock`), '')
    for (const name of [`${nameOf(1)}.part`, `${nameOf(2)}.part`, 'my own.part'])
      writeFileSync(join(folder, name), 'begun')
    // The operator's command is writing the second archive.
    const lock = takeLock(join(folder, `${nameOf(2)}.lock`))
    // The disk has no room for the new archive either.
    const identity = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    const stores = emptyStores(identity, planned({ folder, keep: 7 }))
    const { signal } = new AbortController()
    const job = planArchive(stores, folder)({ folder, keep: 7 }, { id: `repeat:x:${Date.UTC(2026, 10, 3)}`, signal })
    await expect(job).rejects.toThrow('The disk is full')
    lock?.release()
    const shown = readdirSync(folder).filter((name) => !name.startsWith('.'))
    expect(shown).toEqual(['my own.part', `${nameOf(2)}.lock`, `${nameOf(2)}.part`])
  })

  it('writes one of two archives that come at once, and destroys nothing of it', async () => {
    const folder = emptyFolder()
    const [isBegun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const identity = async () => {
      isBegun.resolve()
      await goesOn.promise
      return 'this one'
    }
    const stores = emptyStores(identity, planned({ folder, keep: 7 }))
    const write = (id: string) =>
      planArchive(stores, folder)({ folder, keep: 7 }, { id, signal: new AbortController().signal })
    const nightly = write(`repeat:x:${Date.UTC(2026, 10, 3)}`)
    await isBegun.promise
    await write('asked for by an admin')
    goesOn.resolve()
    await nightly
    const written = readdirSync(folder).filter((name) => !name.startsWith('.'))
    expect(written).toEqual(['pathlight-2026-11-03T000000Z.archive.gz'])
    // The failed job does not block the next one.
    await write(`repeat:x:${Date.UTC(2026, 10, 4)}`)
    expect(readdirSync(folder)).toContain('pathlight-2026-11-04T000000Z.archive.gz')
  })

  it('holds for a late try of its job, too: as it is now, or not at all where it has ended', async () => {
    const [before, now] = [join(emptyFolder(), 'before'), emptyFolder()]
    const nameOf = (day: number) => `pathlight-2026-11-0${day}T000000Z.archive.gz`
    for (const day of [1, 2]) writeFileSync(join(now, nameOf(day)), 'older')
    const { signal } = new AbortController()
    const late = (jobs: ReturnType<typeof planned>) =>
      planArchive(
        emptyStores(async () => 'this one', jobs),
        before,
      )({ folder: before, keep: 7 }, { id: `repeat:x:${Date.UTC(2026, 10, 3)}`, signal })
    await late(planned(null))
    expect(existsSync(before)).toBe(false)
    await late(planned({ folder: now, keep: 2 }))
    expect(existsSync(before)).toBe(false)
    expect(readdirSync(now).filter((name) => !name.startsWith('.'))).toEqual([nameOf(2), nameOf(3)])
  })
})
