import type { Change } from '@pathlight/contracts/history.ts'
import { describe, expect, it } from 'vitest'
import type { Look } from '../../study/looks.ts'
import { byDay } from './by-day.ts'
import { historyRows, wordsBefore } from './history-rows.ts'

const at = (day: number, hour: number) => `2026-11-${day}T${hour}:00:00.000Z`
const change = (day: number, hour: number) => ({ at: at(day, hour), position: `${day}${hour}` }) as Change
const look = (day: number, hour: number) => ({ at: at(day, hour), what: 'audit' }) as Look
const CHANGES = [change(24, 12), change(24, 10), change(23, 10)]
const said = (rows: ReturnType<typeof historyRows>) =>
  rows.map((row) => `${'look' in row ? 'look' : 'change'} ${row.at.slice(8, 13)}`)

describe('the rows of the history', () => {
  it('have each look between the changes before and after it', () => {
    const rows = historyRows(CHANGES, [look(24, 13), look(24, 11), look(23, 12)], true)
    expect(said(rows)).toEqual([
      'look 24T13',
      'change 24T12',
      'look 24T11',
      'change 24T10',
      'look 23T12',
      'change 23T10',
    ])
    const days = byDay(rows, (one) => one.slice(0, 10))
    expect(days.map(({ day, rows: ofDay }) => [day, ofDay.length])).toEqual([
      ['2026-11-24', 4],
      ['2026-11-23', 2],
    ])
  })

  it('have a look that is older than all changes once no older change comes', () => {
    const looks = [look(22, 10)]
    expect(said(historyRows(CHANGES, looks, false))).not.toContain('look 22T10')
    expect(said(historyRows(CHANGES, looks, true)).at(-1)).toBe('look 22T10')
    expect(said(historyRows([], looks, true))).toEqual(['look 22T10'])
  })

  it('keep the order of the changes, where two clocks differ', () => {
    const rows = historyRows([change(24, 10), change(24, 12)], [look(24, 11)], true)
    expect(said(rows)).toEqual(['look 24T11', 'change 24T10', 'change 24T12'])
  })

  it('stay in their days, each with a key of its own, when a newer change comes, also where a day comes again', () => {
    const dayOf = (one: string) => one.slice(0, 10)
    const keys = (changes: readonly Change[]) => byDay(historyRows(changes, [], true), dayOf).map(({ key }) => key)
    const again = [change(24, 10), change(23, 12), change(24, 9)]
    expect(new Set(keys(again)).size).toBe(3)
    expect(keys([change(24, 11), ...again])).toEqual(keys(again))
  })
})

it('the words before a change are those of the same item, unless it was gone', () => {
  const of = (position: number, id: string, action: Change['action'], excerpt: string) =>
    ({ kind: 'note', id, position: String(position), action, excerpt }) as Change
  const changes = [
    of(6, 'a', 'restored', 'Bread of life'),
    of(5, 'a', 'removed', 'Bread of life'),
    of(4, 'a', 'edited', 'Bread of life'),
    of(3, 'b', 'edited', 'Water'),
    of(2, 'a', 'added', 'Bread'),
  ]
  expect([...wordsBefore(changes)]).toEqual([
    ['4', 'Bread'],
    ['5', 'Bread of life'],
  ])
})
