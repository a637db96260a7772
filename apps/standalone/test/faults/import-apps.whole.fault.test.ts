import {
  andBibleBackup,
  andBibleDatabase,
  databaseOf,
  MYSWORD,
} from '@pathlight/command/import/apps/app-databases.contract.ts'
import type { ImportProgress } from '@pathlight/contracts/import.ts'
import { startApp } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { WITHOUT_LIMITS } from '@pathlight/testing/without-limits.ts'
import { expect, it } from 'vitest'
import { logOfEmbedded } from '../items/log-behind-app.contract.ts'

const ENTRIES = 600
/** Genesis 1:1 as AndBible numbers it; its chapter has so many verses. */
const GENESIS_1_1 = 4
const VERSES = 31
/** So many of the verses have a highlight, and so many a bookmark; all other entries are notes. */
const OF_A_KIND = 15
/** Passages of Psalm 119 begin on so many verses: none is there twice. */
const FIRSTS = 100
/** A worker that died is found dead after a minute (jobs: lockMs); then the rest is brought in. In milliseconds. */
const GOES_ON_WITHIN_MS = 240_000

const andBible = (): Buffer =>
  andBibleBackup(
    andBibleDatabase(
      ...Array.from({ length: ENTRIES }, (_, n) => {
        const at = { id: n.toString(16).padStart(8, '0'), from: GENESIS_1_1 + (n % VERSES) }
        if (n < OF_A_KIND) return { ...at, label: '01' }
        return n < 2 * OF_A_KIND ? at : { ...at, words: `Brought ${n}` }
      }),
    ),
  )
const mySword = (): Buffer =>
  databaseOf(
    MYSWORD +
      Array.from({ length: ENTRIES }, (_, n) => {
        const [from, to] = [1 + (n % FIRSTS), 1 + (n % FIRSTS) + Math.floor(n / FIRSTS)]
        return `INSERT INTO commentary (book, chapter, fromverse, toverse, data) VALUES (19, 119, ${from}, ${to}, 'Brought ${n}');`
      }).join('\n'),
  )

it('an import of AndBible’s backup and one of MySword’s notes, killed in their midst, double and lose nothing', {
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
  // Both are on their way, and neither has come to its end.
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
  // Brought once more, all of it is there already.
  const [first] = people
  expect((await first?.bring())?.status).toBe(202)
  await eventually(async () => {
    const { status, kinds } = (await first?.progress()) ?? {}
    expect(status).toBe('done')
    for (const counts of Object.values(kinds ?? {})) expect(counts).toMatchObject({ new: 0, different: 0, refused: 0 })
  })
  await app.stop()
})
