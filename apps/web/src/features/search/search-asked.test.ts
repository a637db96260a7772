import { describe, expect, it } from 'vitest'
import { findPath, readSearch, type SearchAsked, searchPath } from './search-asked.ts'

const asked = (address: string): SearchAsked => readSearch(new URL(address, 'http://x').searchParams)

describe('the address of a search', () => {
  it.each([
    '/search?query=faith',
    '/search?query=faith+hope&version=KJV&testament=new&book=1+Corinthians&order=book',
    '/search?query=%EC%82%AC%EB%9E%91&after=abc',
    '/search?query=100%25+%26+%22a+b%22+-c',
    '/search',
  ])('says all of it, and nothing else: %s', (address) => expect(searchPath(asked(address))).toBe(address))

  it('is read as it is meant', () => {
    expect(asked('/search?query=+faith+&version=kjv&book=요한복음&testament=x&order=y&from=mail')).toEqual({
      query: 'faith',
      version: 'KJV',
      testament: null,
      book: 'John',
      order: 'relevance',
      after: null,
    })
  })

  it('becomes the server’s call, with the versions that are wanted first', () => {
    expect(findPath(asked('/search?query=faith&order=book'), ['WEB', 'KJV'])).toBe(
      '/api/bible/find?query=faith&order=book&prefer=WEB%2CKJV',
    )
  })
})
