import { expect, it } from 'vitest'
import { daysIn, type FoundNamed } from '../paper.ts'
import { paper } from './paper.ts'

it('a pad’s file quotes 200,000 characters and no more, asks for an item once, and names what comes later by its title and place', async () => {
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
    daysIn('UTC'),
    find as never,
  ))
    text += piece
  // A fourth long note, with its title and place, would exceed the limit of quoted text in a file.
  expect(text.match(/a{50000}/g)).toHaveLength(3)
  expect(text.match(/> \*\*Given\*\*\n>\n> — John 3:16 · KJV/g)).toHaveLength(997)
  expect(asked).toBe(1)
})

it('a pad’s file finds an item by a UUID in capitals, as older builds kept it', async () => {
  const id = 'aaaaaaaa-2222-4333-8444-555555555555'
  const entries = [
    { type: 'item', kind: 'note', id: id.toUpperCase() },
    { type: 'item', kind: 'bookmark', id: 'KJV.43.3' },
  ]
  const asked: string[] = []
  const find = async (_kind: string, one: string) => {
    asked.push(one)
    return null
  }
  const at = '2026-03-01T08:00:00.000Z'
  const pad = { title: 'With me', entries, created_at: at, updated_at: at }
  for await (const piece of paper.inWords(pad, 'en', daysIn('UTC'), find as never)) expect(piece).toBeTypeOf('string')
  expect(asked).toEqual([id, 'KJV.43.3'])
})
