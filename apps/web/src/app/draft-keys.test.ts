// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { createKeptWork, keptWork } from '../device/kept-work.ts'
import { draftKeys, editDraftKey, newDraftKey } from '../study/draft-keys.ts'
import type { KindName } from '../study/kind.ts'
import { KINDS } from './kinds.ts'

const verse = { version: 'KJV', verse_id: 43_003_016 }
const keysOf = (name: KindName) => [newDraftKey(name, 'ruth', verse), editDraftKey(name, 'ruth', 'a')]
// The functions must also work for a kind that is added later, so the test adds a kind `prayers`.
const NAMES = [...KINDS.map(({ name }) => name), 'prayers' as KindName]

beforeEach(() => localStorage.clear())

describe.each(NAMES)('a draft of one of the %s', (name) => {
  it('comes back from the local storage, where a browser refuses IndexedDB or the page was in its last moment', async () => {
    for (const key of keysOf(name)) localStorage.setItem(key, '{"text":"Entreat me not"}')
    const work = createKeptWork()
    await work.open()
    for (const key of keysOf(name)) expect(work.get(key)).toEqual({ text: 'Entreat me not' })
    await work.close()
  })

  it('is listed with its own kind alone', () => {
    const drafts = async () => () => null
    for (const key of keysOf(name)) keptWork.set(key, {})
    for (const other of NAMES)
      expect(draftKeys({ name: other, drafts }, 'ruth')).toEqual(other === name ? keysOf(name) : [])
    for (const key of keysOf(name)) keptWork.remove(key)
  })
})

it.each(KINDS)('drafts of $name are listed, where the kind has any', ({ name, drafts }) => {
  const files = Object.keys(import.meta.glob(['../kinds/*/*-draft.ts', '../kinds/*/*-drafts.ts']))
  expect(drafts !== undefined).toBe(files.some((file) => file.startsWith(`../kinds/${name}/`)))
})

it('of notes and sermons are where older builds kept them', () => {
  expect(keysOf('notes')).toEqual(['draft.ruth.KJV.43003016', 'draft.ruth.a'])
  expect(keysOf('sermons')).toEqual(['sermon.ruth.KJV.43003016', 'sermon.ruth.a'])
})
