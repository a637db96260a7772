import type { Collection, Document, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { expect, it } from 'vitest'
import type { Listed } from '../list-page.ts'
import { noteKind } from '../notes/kind.ts'
import { knownWriting } from './known-writing.ts'
import type { Source } from './newest-first.ts'

type Note = Document & Listed
const NOTES = 58
/**
 * The length of a note, in characters. A person's notes have 5.8 million characters together, nearly the most for one
 * person.
 */
const LONG = 100_000

/**
 * A store in which every person has NOTES notes, and which counts the notes that are read. `changed`: the entries of
 * the list of changes.
 */
const writingOf = (changed: readonly { readonly kind: string; readonly item_id: string }[] = []) => {
  let read = 0
  const all = Array.from({ length: NOTES }, (_, n): Note => {
    const place = { version: 'KJV', verse_id: 43_003_016, book_index: 43, chapter: 3 }
    const list_key = String(n).padStart(4, '0')
    return {
      id: `n${n}`,
      user_id: 'any',
      list_key,
      ...place,
      title: null,
      text: 'light '.repeat(LONG / 6),
      updated_at: '',
    }
  })
  const documents: Pick<Collection<Note>, 'find' | 'get'> = {
    find: async ({ where, limit = NOTES } = {}) => {
      const { lt = '~' } = (where?.list_key ?? {}) as { lt?: string }
      const page = all
        .filter(({ list_key }) => list_key < lt)
        .reverse()
        .slice(0, limit)
      read += page.length
      return page
    },
    get: async () => ({ ...(all[0] as Note), text: 'light '.repeat((4 * LONG) / 6) }),
  }
  const store = {
    stamp: () => (changed.length > 0 ? null : 'same'),
    position: async () => 1n,
    collection: () => ({ find: async () => changed }),
  }
  const { item, searched } = noteKind
  if (searched === null) throw new Error('Notes are not searched.')
  const source = { kind: item.kind, searched, documents: documents as Collection<Note>, longest: LONG } satisfies Source
  const known = knownWriting(store as unknown as ReadModelStore, [source])
  return async (person: string): Promise<number> => {
    const before = read
    await known.learn(person)
    return read - before
  }
}

it('keeps no more than 30 million characters of all people together', async () => {
  const readsOf = writingOf()
  const people = ['ann', 'ben', 'cid', 'dan', 'eve', 'fay']
  for (const person of people) expect(await readsOf(person)).toBe(NOTES)
  expect(await readsOf('fay')).toBe(0)
  expect(await readsOf('ann')).toBe(NOTES)
})

it('reads anew of a person who has written more than is kept of one', async () => {
  const changes: { kind: string; item_id: string }[] = []
  const readsOf = writingOf(changes)
  expect(await readsOf('ann')).toBe(NOTES)
  changes.push({ kind: 'note', item_id: 'new' })
  expect(await readsOf('ann')).toBeGreaterThan(0)
})
