import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import { expect, it, vi } from 'vitest'

const rested = vi.hoisted(() => ({ times: 0 }))
vi.mock('@pathlight/stores/pauses.ts', async (original) => ({
  ...(await original<typeof import('@pathlight/stores/pauses.ts')>()),
  backgroundPauses: () => async () => {
    rested.times += 1
  },
}))
// Another test file of this process may have loaded the modules below with the real pauses.
vi.resetModules()
const { readExport } = await import('./read-export.ts')
const { readCsv } = await import('./read-csv.ts')

const note = (more: object = {}) => JSON.stringify({ kind: 'note', item: { text: 'x', ...more } })
const read = async (...lines: string[]) => {
  async function* file() {
    yield Buffer.from([EXPORT_BEGINS, EXPORT_ITEMS, ...lines.map((line) => `${line},`), `${EXPORT_ENDS}{}}`].join('\n'))
  }
  const entries: unknown[] = []
  for await (const entry of readExport(file()))
    entries.push('refused' in entry ? [entry.line, entry.refused.code] : entry.line)
  return entries
}

it('a line that is deeper, or has more parts or keys, than anything that is kept is listed unread, and the others are taken', async () => {
  const deep = `{"kind":"note","item":{"text":${'['.repeat(120_000)}${']'.repeat(120_000)}}}`
  const parts = `{"kind":"note","item":{"text":[${'1,'.repeat(120_000)}1]}}`
  const keys = note(Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`k${n}`, 1])))
  const keysOfMany = note({ text: Array.from({ length: 30_000 }, (_, n) => ({ [`\\n${n}`]: 1 })) })
  const parse = vi.spyOn(JSON, 'parse')
  expect(await read(note(), deep, parts, keys, keysOfMany, note())).toEqual([
    3,
    [4, 'import_too_many_parts'],
    [5, 'import_too_many_parts'],
    [6, 'import_too_many_parts'],
    [7, 'import_too_many_parts'],
    8,
  ])
  expect(parse.mock.calls.filter(([text]) => text.length > 200_000)).toHaveLength(0)
  parse.mockRestore()
})

it('a long line is read in pieces of 16 KB, and others go on after each', async () => {
  rested.times = 0
  await read(note({ text: 'x'.repeat(320_000) }))
  expect(rested.times).toBeGreaterThanOrEqual(20)
  rested.times = 0
  async function* table() {
    yield Buffer.from(`Verse,Note\n${','.repeat(320_000)}\n`)
  }
  const options = { userId: 'ann', columns: null, dates: null, version: 'KJV', now: '', verseText: () => null }
  for await (const entry of readCsv(table(), { ...options, knowsVersion: () => true }))
    expect(entry).toHaveProperty('refused')
  expect(rested.times).toBeGreaterThanOrEqual(20)
})
