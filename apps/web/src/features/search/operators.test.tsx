// @vitest-environment jsdom
import type { Found } from '@pathlight/contracts/bible-search.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import en from '../../locales/en/search.json'
import { showInApp } from '../../testing/in-app.tsx'
import { BookChart } from './book-chart.tsx'
import { NothingFound } from './nothing-found.tsx'
import { readSearch } from './search-asked.ts'

const FOUND: Found = {
  ...{ reference: null, passages: 0, truncated: false, total: 0, versions: [], testaments: [], books: [], hits: [] },
  ...{ next: null, problem: null, malformed: null, why: null, suggestion: null },
}

describe('a query that cannot be understood', () => {
  it.each([
    ['love OR', 'or_needs_two', {}],
    ['love near/0 faith', 'near_distance', { distance: '0', most: 50 }],
    ['love in:Nobody', 'unknown_book', { name: 'Nobody' }],
    ['strong:G9999', 'unknown_number', { number: 'G9999' }],
    ['lo*', 'star_place', { word: 'lo*', least: 3 }],
  ] as const)('is explained: %s', async (query, code, params) => {
    const malformed = { code, params, message: '' }
    const asked = readSearch(new URLSearchParams({ query }))
    const element = <NothingFound asked={asked} firstPage={{ ...FOUND, malformed }} versions={undefined} />
    showInApp([{ path: '/', element }])
    await screen.findByText(`“${query}” cannot be searched for like this.`)
    const words = en.search.malformed[code].replace(/\{\{\w+(, number)?\}\}.*/s, '')
    expect(screen.getByText((text) => text.startsWith(words) && !text.includes('{{'))).toBeTruthy()
    // The help below the message shows how to write each kind of search, with a link to an example.
    expect(screen.getByRole('link', { name: 'faith near/5 works' }).getAttribute('href')).toBe(
      '/search?query=faith+near%2F5+works',
    )
  })
})

describe('a Strong’s number alone, for which nothing is found', () => {
  const show = (query: string) => {
    const asked = readSearch(new URLSearchParams({ query, version: 'KJV' }))
    const firstPage: Found = { ...FOUND, why: { reason: 'absent', words: [query] } }
    showInApp([{ path: '/', element: <NothingFound asked={asked} firstPage={firstPage} versions={undefined} /> }])
    return screen.findByText(new RegExp(`^Nothing was found for “${query}”`))
  }
  it.each(['G26', 'h1254'])('is offered as one: %s', async (query) => {
    await show(query)
    const number = query.toUpperCase()
    expect(screen.getByRole('link', { name: `strong:${number}` }).getAttribute('href')).toBe(
      `/search?query=strong%3A${number}&version=KJV`,
    )
  })
  it('is not taken out of other words', async () => {
    await show('G26 world')
    expect(screen.queryByRole('link', { name: /^strong:/ })).toBeNull()
  })
})

describe('the chart of books', () => {
  it('has a bar for each book, as high as its results, and says which has most', async () => {
    const books = [
      { book: 'Genesis', count: 5 },
      { book: 'Psalms', count: 20 },
      { book: 'John', count: 10 },
      { book: 'Jude', count: 1 },
    ]
    showInApp([{ path: '/', element: <BookChart books={books} chosen="John" /> }])
    const chart = await screen.findByRole('img', {
      name: 'Results by book, from Genesis to Revelation. Most are in Psalms 20, John 10, Genesis 5.',
    })
    const bars = [...chart.querySelectorAll('rect')]
    expect(bars).toHaveLength(66)
    const heightOf = (book: number) => Number(bars[book - 1]?.getAttribute('height'))
    expect([1, 2, 19, 43, 65].map(heightOf)).toEqual([25, 0, 100, 50, 5])
    const [psalms, john] = [bars[18], bars[42]]
    expect(psalms?.getAttribute('class')).not.toBe(john?.getAttribute('class'))
  })
})
