import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { MINE } from '../../api/query-client.ts'
import { type Changed, changedBy, refreshQueries } from './refresh-queries.ts'

const KINDS = [
  { name: 'notes', history: 'note' },
  { name: 'sermons', history: 'sermon' },
] as const

/** The query data at positions 10 to 12. Each key is given without the person. */
const KNOWN: readonly (readonly [key: readonly string[], data: unknown])[] = [
  [['overlay', 'John', '3', 'WEB'], { at: '10', value: { notes: [{ id: 'one' }], sermons: [{ id: 'sermon' }] } }],
  [['overlay', 'Ruth', '1', 'WEB'], { at: '10', value: { notes: [], sermons: [] } }],
  [['overlay', 'Ruth', '2', 'WEB'], { at: '12', value: { notes: [], sermons: [] } }],
  [['notes', 'list'], { pages: [{ at: '10', value: [{ id: 'one' }] }] }],
  [['sermons', 'list'], { pages: [{ at: '10', value: [] }] }],
  [['sermons', 'one', 'sermon'], { at: '10', value: { id: 'sermon' } }],
  [['sermons', 'one', 'other'], { at: '10', value: { id: 'other' } }],
  [['history', 'of', 'note', 'one'], { at: '2026-11-23T07:00:00.000Z', revision: 1 }],
  [['history', 'of', 'sermon', 'sermon'], {}],
  [['history', 'changes'], {}],
  [['counts'], {}],
  [['writing', ''], { pages: [{ at: '10', value: [] }] }],
  [['settings'], {}],
]

const refreshed = (changes: readonly Changed[]): string[] => {
  const queries = new QueryClient()
  for (const [key, data] of KNOWN) queries.setQueryData([MINE, 'ann', ...key], data)
  queries.setQueryData([MINE, 'bob', 'counts'], {})
  void refreshQueries(queries, 'ann', KINDS, changes)
  return queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey.slice(1).join(' ').replace('ann ', ''))
    .sort()
}

const change = (kind: Changed['kind'], id: string, action: Changed['action'], position = '11'): Changed => ({
  position,
  kind,
  id,
  action,
})

describe('a change elsewhere', () => {
  it('to an item is asked for in its list and on chapters that do not have it yet, and where it stands by itself', () => {
    expect(refreshed([change('note', 'one', 'edited')])).toEqual([
      'history changes',
      'history of note one',
      'notes list',
      'overlay John 3 WEB',
      'overlay Ruth 1 WEB',
      'writing ',
    ])
    expect(refreshed([change('sermon', 'sermon', 'edited')])).toContain('sermons one sermon')
    expect(refreshed([change('sermon', 'sermon', 'edited')])).not.toContain('sermons one other')
  })

  it('that adds or takes away is counted', () => {
    expect(refreshed([change('note', 'new', 'added')])).toContain('counts')
    expect(refreshed([change('note', 'one', 'removed')])).toContain('counts')
    expect(refreshed([change('note', 'one', 'edited')])).not.toContain('counts')
  })

  it('is not asked for where it was served already', () => {
    expect(refreshed([change('note', 'new', 'added', '10')])).toEqual(['counts', 'history changes'])
  })

  it('of settings reaches the settings alone', () => {
    expect(refreshed([change('settings', 'me', 'edited')])).toEqual(['history changes', 'settings'])
  })

  it('after a gap is asked for in all of its kind', () => {
    expect(refreshed(changedBy({ position: '11', kinds: ['note'] }))).toEqual([
      'counts',
      'history changes',
      'history of note one',
      'notes list',
      'overlay John 3 WEB',
      'overlay Ruth 1 WEB',
      'writing ',
    ])
  })
})
