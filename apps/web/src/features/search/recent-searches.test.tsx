// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetSearch, recentSearches, rememberSearch } from './recent-searches.ts'

beforeEach(() => localStorage.clear())

describe('recent searches', () => {
  it('are the last eight, the latest first, each once', () => {
    for (const query of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '5']) rememberSearch(query)
    expect(recentSearches()).toEqual(['5', '9', '8', '7', '6', '4', '3', '2'])
    expect(forgetSearch('9')).toEqual(['5', '8', '7', '6', '4', '3', '2'])
  })

  it.each(['{', '{}', 'null', '[7, null, {}]'])('are none where %j is kept', (kept) => {
    localStorage.setItem('searches', kept)
    expect(recentSearches()).toEqual([])
  })
})
