import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import type { SharedText } from '@pathlight/identity/identity-archive.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { expect, it } from 'vitest'
import { followSharedTexts } from './shared-texts.ts'

it('goes on following texts where what it followed could not be written down, and says so', async () => {
  const file = join(emptyFolder(), 'followed-texts.json')
  const text: SharedText = { code: 'KRV', wanted: 'KRV', isHere: true, at: '2026-01-01T00:00:00.000Z' }
  // The library has the text already, so only the action's date is left to be written to the file.
  const bible = { library: { version: () => ({}) }, bringing: {} } as unknown as Bible
  const said: string[] = []
  const stopping = new AbortController()
  // A folder with the name of the new file makes the writing fail, as a full disk does.
  mkdirSync(`${file}.new`)
  const following = followSharedTexts(bible, {
    archives: { sharedTexts: async () => [text] },
    ...{ file, say: (line: string) => void said.push(line), signal: stopping.signal, everyMs: 20 },
  })
  let failure: unknown = null
  following.catch((error: unknown) => {
    failure = error
  })
  await eventually(() => expect(failure !== null || said.length > 0).toBe(true))
  expect(failure).toBeNull()
  rmdirSync(`${file}.new`)
  await eventually(() => expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ KRV: text.at }))
  // The failure is reported once, not at every look.
  expect(said).toHaveLength(1)
  stopping.abort()
  await following
})

it('repeats no action while the file of those that were done cannot be read, and names the file', async () => {
  const file = join(emptyFolder(), 'followed-texts.json')
  const text: SharedText = { code: 'KRV', wanted: 'KRV', isHere: true, at: '2026-01-01T00:00:00.000Z' }
  const brought: string[] = []
  const bring = (wanted: string) => {
    brought.push(wanted)
    return null
  }
  const bible = { library: { version: () => null, installed: () => [] }, bringing: { bring } } as unknown as Bible
  const said: string[] = []
  const stopping = new AbortController()
  writeFileSync(file, '{"KRV":')
  const following = followSharedTexts(bible, {
    archives: { sharedTexts: async () => [text] },
    ...{ file, say: (line: string) => void said.push(line), signal: stopping.signal, everyMs: 20 },
  })
  await eventually(() => expect([...said, ...brought]).not.toEqual([]))
  stopping.abort()
  await following
  expect(brought).toEqual([])
  expect(said).toEqual([expect.stringContaining(`${file} cannot be read`)])
})

it('removes only what can be added again, also where an import replaced the text while the removal waited', async () => {
  const file = join(emptyFolder(), 'followed-texts.json')
  const text: SharedText = { code: 'KRV', wanted: 'KRV', isHere: false, at: '2026-01-01T00:00:00.000Z' }
  const about = JSON.stringify({ format: 'usfm', source: { kind: 'catalogue' } })
  const removals: unknown[] = []
  const remove = async (...removal: unknown[]) => {
    removals.push(removal)
    return false
  }
  const library = { db: { prepare: () => ({ get: () => ({ about }) }) } }
  const said: string[] = []
  const stopping = new AbortController()
  const following = followSharedTexts({ library, bringing: { remove } } as unknown as Bible, {
    archives: { sharedTexts: async () => [text] },
    ...{ file, say: (line: string) => void said.push(line), signal: stopping.signal, everyMs: 20 },
  })
  await eventually(() => expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ KRV: text.at }))
  stopping.abort()
  await following
  expect(removals).toEqual([['KRV', { onlyFromCatalogue: true }]])
  expect(said).toEqual([])
})
