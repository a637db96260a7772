import { describe, expect, it } from 'vitest'
import words from '../../locales/en/my-memos.json'
import { NO_FILTER, SPANS, writingAsked } from './writing-asked.ts'

const NOON = new Date(2026, 10, 23, 12)
const at = (year: number, month: number, day: number) => new Date(year, month - 1, day).toISOString()

describe('what is asked of a search over all of one’s writing', () => {
  it('is nothing where nothing is looked for', () => {
    expect(writingAsked('  ', NO_FILTER, NOON)).toEqual({})
    expect(writingAsked('', { ...NO_FILTER, span: 'days' }, NOON)).toEqual({})
  })

  it('is the words, the kind, the book and the colour', () => {
    const asked = { kind: 'highlights', book: 'John', color: '#b5e48c' }
    expect(writingAsked(' So  LOVED ', { ...NO_FILTER, ...asked }, NOON)).toEqual({ query: 'so loved', ...asked })
  })

  it('is of as many days as its name says', () => {
    for (const [span, days] of Object.entries(SPANS))
      expect(words.writing.span).toHaveProperty(span, `Last ${days} days`)
  })

  it('is whole days where the person is', () => {
    expect(writingAsked('', { ...NO_FILTER, span: 'week' }, NOON)).toEqual({ from: at(2026, 11, 17) })
    const days = { ...NO_FILTER, span: 'days', first: '2026-03-01', last: '2026-03-01' } as const
    expect(writingAsked('', days, NOON)).toEqual({ from: at(2026, 3, 1), to: at(2026, 3, 2) })
    expect(writingAsked('', { ...days, first: '' }, NOON)).toEqual({ to: at(2026, 3, 2) })
    // The chosen days do not matter while the span is not `days`.
    expect(writingAsked('', { ...days, span: '' }, NOON)).toEqual({})
  })

  it('leaves out a day that is none, as of a year of five digits', () => {
    const days = { ...NO_FILTER, span: 'days', first: '12026-03-01', last: '2026-03-01' } as const
    expect(writingAsked('', days, NOON)).toEqual({ to: at(2026, 3, 2) })
  })
})
