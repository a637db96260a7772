import { expect, it } from 'vitest'
import type { FoundNamed } from '../paper.ts'
import { paper } from './paper.ts'

it('a pad’s file quotes so many words, asks for an item once, and names what comes later by its title and place', async () => {
  const passage = { version: 'KJV', book: 'John', chapter: 3, verse_id: 43_003_016, end_verse_id: null }
  const note = { title: 'Given', text: 'a'.repeat(50_000), passage, hasFile: false } as FoundNamed
  const entries = Array.from({ length: 1_000 }, () => ({ type: 'item', kind: 'note', id: 'one' }))
  const at = '2026-03-01T08:00:00.000Z'
  let asked = 0
  const find = async () => {
    asked += 1
    return note
  }
  let text = ''
  for await (const piece of paper.inWords(
    { title: 'With me', entries, created_at: at, updated_at: at },
    'en',
    find as never,
  ))
    text += piece
  expect(text.match(/a{50000}/g)).toHaveLength(4)
  expect(text.match(/> \*\*Given\*\*\n>\n> — John 3:16 · KJV/g)).toHaveLength(996)
  expect(asked).toBe(1)
})
