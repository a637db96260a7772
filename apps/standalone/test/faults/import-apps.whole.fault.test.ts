import type { ImportProgress } from '@pathlight/contracts/import.ts'
import { startApp } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { WITHOUT_LIMITS } from '@pathlight/testing/without-limits.ts'
import { expect, it } from 'vitest'
import { logOfEmbedded } from '../items/log-behind-app.contract.ts'

const ENTRIES = 600
/** The id of the first verse of Genesis 1, a chapter with 31 verses. */
const GENESIS_1_1 = 1_001_001
const VERSES = 31
/** The number of highlights in the file of AndBible, and also of bookmarks. All other entries are notes. */
const OF_A_KIND = 15
/** The number of verses of Psalm 119 on which passages begin. No passage occurs twice. */
const FIRSTS = 100
/**
 * The longest time until an import is done after a kill, in milliseconds. The killed worker is found within a minute.
 * Then the import continues.
 */
const GOES_ON_WITHIN_MS = 240_000

/** A file of ENTRIES rows, like the import page makes from the database of another app. */
const passagesOf = (app: string, rowOf: (n: number) => object): Buffer => {
  const rows = Array.from({ length: ENTRIES }, (_, n) => ({
    ...{ row: n + 1, id: `A${n}`, text: '', color: null, version: null, created_at: null, updated_at: null },
    ...rowOf(n),
  }))
  return Buffer.from(
    [{ format: 'pathlight-passages', version: 1, app }, ...rows].map((row) => JSON.stringify(row)).join('\n'),
  )
}
const andBible = (): Buffer =>
  passagesOf('andbible', (n) => {
    const at = GENESIS_1_1 + (n % VERSES)
    const row = { first: at, last: at }
    if (n < OF_A_KIND) return { ...row, color: '#ffff00' }
    return n < 2 * OF_A_KIND ? row : { ...row, text: `Brought ${n}` }
  })
const mySword = (): Buffer =>
  passagesOf('mysword', (n) => {
    const from = 19_119_000 + 1 + (n % FIRSTS)
    return { id: `19.119.${n}`, first: from, last: from + Math.floor(n / FIRSTS), text: `Brought ${n}` }
  })

it('an import from AndBible and one from MySword, killed in their midst, double and lose nothing', {
  timeout: GOES_ON_WITHIN_MS + 120_000,
}, async () => {
  const app = await startApp({ environment: WITHOUT_LIMITS })
  const people = await Promise.all(
    (['andbible', 'mysword'] as const).map(async (from) => {
      const { cookie, id } = await signUpOver(app.address, `from.${from}`)
      const headers = { cookie }
      const file = from === 'andbible' ? andBible() : mySword()
      const bring = () => fetch(`${app.address}/api/import`, { method: 'POST', headers, body: new Uint8Array(file) })
      const progress = async () =>
        ((await ask(app.address, 'GET', '/api/import', { headers })).body as { import: ImportProgress }).import
      return { id, bring, progress }
    }),
  )
  for (const { bring } of people) expect((await bring()).status).toBe(202)
  await eventually(async () => {
    for (const { progress } of people) expect((await progress()).done).toBeGreaterThan(0)
  })
  for (const { progress } of people) expect((await progress()).status).toBe('running')
  await app.kill()
  await app.start()
  const left: number[] = []
  for (const { progress } of people) left.push(ENTRIES - (await progress()).done)
  for (const count of left) expect(count).toBeGreaterThan(0)
  await eventually(async () => {
    for (const { progress } of people)
      expect(await progress()).toMatchObject({ status: 'done', done: ENTRIES, problems: [] })
  }, GOES_ON_WITHIN_MS)

  const added = await logOfEmbedded(app.dataDir)({
    ...{ NoteAdded: 'noteId', NoteRestored: 'noteId', BookmarkAdded: 'bookmarkId', HighlightAdded: 'highlightId' },
  })
  for (const { id } of people) {
    const mine = [...added].filter(([key]) => key.startsWith(`${id}.`))
    expect(mine).toHaveLength(ENTRIES)
    expect(mine.filter(([, times]) => times !== 1)).toEqual([])
  }
  // When the file is imported again, all items exist already.
  const [first] = people
  expect((await first?.bring())?.status).toBe(202)
  await eventually(async () => {
    const { status, kinds } = (await first?.progress()) ?? {}
    expect(status).toBe('done')
    for (const counts of Object.values(kinds ?? {})) expect(counts).toMatchObject({ new: 0, different: 0, refused: 0 })
  })
  await app.stop()
})
