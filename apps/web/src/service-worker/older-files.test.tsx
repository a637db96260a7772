// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { keepAtMost } from './keep-at-most.ts'
import { keepOlderFiles, OLDER } from './older-files.ts'

const APP = 'app'
const at = (path: string) => new URL(path, location.href).href

/** A stand-in for the browser's caches: addresses and contents, in the order in which they were stored. */
const stores = new Map<string, Map<string, string>>()
const open = async (name: string) => {
  const store = stores.get(name) ?? new Map<string, string>()
  stores.set(name, store)
  return {
    keys: async () => [...store.keys()].map((url) => ({ url })),
    match: async ({ url }: { url: string }) => store.get(url),
    put: async ({ url }: { url: string }, file: string) => {
      store.delete(url)
      store.set(url, file)
    },
    delete: async ({ url }: { url: string }) => store.delete(url),
  }
}
Object.assign(globalThis, { caches: { open } })

const older = () => [...(stores.get(OLDER)?.keys() ?? [])].map((url) => new URL(url).pathname).toSorted()
/**
 * Installs and activates a build: stores its files, calls keepOlderFiles, and then deletes the files of the previous
 * build.
 */
const install = async (files: readonly string[], most?: number) => {
  const app = await open(APP)
  for (const file of files) await app.put({ url: at(file) }, `words of ${file}`)
  await keepOlderFiles(files, APP, most)
  for (const { url } of await app.keys()) if (!files.includes(new URL(url).pathname)) await app.delete({ url })
}

beforeEach(() => stores.clear())

describe('the files of the builds before this one', () => {
  it('stay, but for what this build has too, and for pages', async () => {
    await install(['/index.html', '/assets/a1.js', '/assets/shared.js'])
    expect(older()).toEqual([])
    await install(['/app.html', '/assets/a2.js', '/assets/shared.js'])
    expect(older()).toEqual(['/assets/a1.js'])
    await install(['/app.html', '/assets/a3.js'])
    expect(older()).toEqual(['/assets/a1.js', '/assets/a2.js', '/assets/shared.js'])
    expect(stores.get(OLDER)?.get(at('/assets/a1.js'))).toBe('words of /assets/a1.js')
  })

  it('are no more than so many: those of the oldest build go first', async () => {
    for (const build of [1, 2, 3, 4, 5]) await install([`/assets/a${build}.js`, `/assets/b${build}.js`], 4)
    expect(older()).toEqual(['/assets/a3.js', '/assets/a4.js', '/assets/b3.js', '/assets/b4.js'])
  })
})

it('of a cache that is full, the letters that are read each day go last, though they were stored first', async () => {
  const files = await open('files')
  for (const file of ['letters.woff2', 'docx.js', 'older-letters.woff2', 'chart.js'])
    await files.put({ url: file }, file)
  await keepAtMost('files', 3)
  expect([...(stores.get('files')?.keys() ?? [])]).toEqual(['letters.woff2', 'older-letters.woff2', 'chart.js'])
  await keepAtMost('files', 1)
  expect([...(stores.get('files')?.keys() ?? [])]).toEqual(['older-letters.woff2'])
})
