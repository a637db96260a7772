import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { describe, expect, it } from 'vitest'
import { keepKeys, rowsOf, withAdded, withBack, withChanged, withMoved, without } from './rows.ts'

const heading = (text: string): PadEntry => ({ type: 'heading', text })
const entries = ['a', 'b', 'a'].map(heading)
const rows = rowsOf(entries)
const said = (some: readonly PadEntry[]) => some.map((entry) => ('text' in entry ? entry.text : entry.type)).join('')
const keyAt = (at: number) => rows[at]?.key ?? ''

describe('the entries of a pad', () => {
  it('have keys of their own, which a changed list keeps', () => {
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3)
    expect(rowsOf(entries)).toBe(rows)
    const moved = withChanged(withMoved(entries, keyAt(0), 2), keyAt(1), heading('c'))
    expect(rowsOf(moved).map(({ key }) => key)).toEqual([keyAt(1), keyAt(2), keyAt(0)])
    expect(said(moved)).toBe('caa')
  })

  it.each([
    ['behind a row', keyAt(0), 'axyba'],
    ['at the end', null, 'abaxy'],
    ['at the end where the row is gone', 'gone', 'abaxy'],
  ])('are added %s', (_where, after, becomes) => {
    const { entries: more, added } = withAdded(entries, after, [heading('x'), heading('y')])
    expect(said(more)).toBe(becomes)
    expect(rowsOf(more).filter((row) => added.includes(row))).toEqual(added)
    expect(said(added.map(({ entry }) => entry))).toBe('xy')
  })

  it.each([
    [1, 0, 'baa'],
    [1, 2, 'aab'],
    [1, 99, 'aab'],
    [1, -5, 'baa'],
  ])('are moved from %i to %i', (from, to, becomes) => {
    const moved = withMoved(entries, keyAt(from), to)
    expect(said(moved)).toBe(becomes)
    expect(new Set(rowsOf(moved))).toEqual(new Set(rows))
  })

  it('stay the same list where nothing moves', () => {
    expect(withMoved(entries, keyAt(2), 2)).toBe(entries)
    expect(withMoved(entries, keyAt(2), 7)).toBe(entries)
    expect(withMoved(entries, 'gone', 0)).toBe(entries)
  })

  it('keep their keys in a list from elsewhere: equal ones, then those of a type of which as many say something else', () => {
    const passage: PadEntry = { type: 'passage', version: 'KJV', verse_id: 1, end_verse_id: null }
    const next = [passage, ...['a', 'c', 'a'].map(heading)]
    keepKeys(entries, next)
    const [first = '', ...kept] = rowsOf(next).map(({ key }) => key)
    expect(kept).toEqual(rows.map(({ key }) => key))
    expect(kept).not.toContain(first)
    expect(rowsOf(next).map(({ entry }) => entry)).toEqual(next)
    const more = ['x', 'a', 'c', 'a'].map(heading)
    keepKeys(entries, more)
    expect(rowsOf(more).filter(({ key }) => key === keyAt(1))).toEqual([])
  })

  it('are removed one by one, and come back where they stood, once', () => {
    const [, removed] = rows
    if (!removed) throw new Error('There are three rows')
    const left = without(entries, removed.key)
    expect(said(left)).toBe('aa')
    expect(said(withBack(left, removed, 1))).toBe('aba')
    expect(said(withBack(left, removed, 9))).toBe('aab')
    expect(withBack(entries, removed, 0)).toBe(entries)
  })
})
