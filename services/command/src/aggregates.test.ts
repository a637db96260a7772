import { allEvents } from '@pathlight/domain/all-events.ts'
import { itemKinds } from '@pathlight/domain/item-kinds.ts'
import { describe, expect, it } from 'vitest'
import { aggregates } from './aggregates.contract.ts'

const userId = '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21'
const noteId = '0b0a4a3e-3a1f-4b43-9d0e-4f1c2d1f7a10'

describe('the list of aggregates', () => {
  it('has every event once, and no two with streams of one name', () => {
    const types = aggregates.flatMap(({ events }) => Object.keys(events))
    expect(new Set(types).size).toBe(types.length)
    expect(types.sort()).toEqual(Object.keys(allEvents).sort())
    expect(new Set(aggregates.map(({ streams }) => streams.prefix)).size).toBe(aggregates.length)
  })
  it('has an aggregate for each kind of item', () => {
    for (const { streams } of itemKinds)
      expect(aggregates.filter((aggregate) => aggregate.streams === streams)).toHaveLength(1)
  })
  it('has streams whose names say which aggregate each is of, and whose, alone', () => {
    const found = (name: string) => aggregates.flatMap(({ streams }) => streams.parse(name) ?? [])
    for (const { streams } of aggregates)
      for (const key of ['', '43003016.KJV', noteId])
        expect(found(streams.name(userId, key))).toEqual([{ userId, key }])
    for (const name of ['', 'note', 'notes-x', 'other-x.y', '$all']) expect(found(name)).toEqual([])
  })
})

describe('the id of an item', () => {
  const keys = (id: string) => Object.fromEntries(itemKinds.map(({ kind, keyOf }) => [kind, keyOf(id)]))
  const none = Object.fromEntries(itemKinds.map(({ kind }) => [kind, null]))
  const byUuid = Object.fromEntries(
    itemKinds.flatMap(({ kind, keyOf }) => (keyOf(noteId) === null ? [] : [[kind, noteId]])),
  )

  it('says which of the person’s streams keeps it', () => {
    expect(keys(noteId.toUpperCase())).toEqual({ ...none, ...byUuid, note: noteId, sermon: noteId })
    expect(keys(`43003016.KJV.${noteId}`)).toEqual({ ...none, highlight: '43003016.KJV' })
    expect(keys('KJV.43.3')).toEqual({ ...none, bookmark: 'KJV.43.3' })
    expect(keys('me')).toEqual({ ...none, settings: '' })
  })
  it.each(['', 'x', '../me', 'KJV.43', 'KJV.43.3.4.5', `${noteId} `, '43003016.KJV'])('is not %j', (id) =>
    expect(keys(id)).toEqual(none),
  )
})
