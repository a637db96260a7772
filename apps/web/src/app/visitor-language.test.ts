import { describe, expect, it } from 'vitest'
import { visitorLanguage } from './visitor-language.ts'

describe('the language of a page', () => {
  it.each([
    ['ko', 'en-US', 'ko'],
    ['en', 'ko-KR', 'en'],
    ['fr', 'ko-KR,ko;q=0.9', 'ko'],
    [undefined, 'ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7', 'ko'],
    [undefined, 'en-US,en;q=0.9,ko;q=0.8', 'en'],
    [undefined, 'ko;q=0.3, en;q=0.7', 'en'],
    [undefined, 'ko;q=0, de', 'en'],
    [undefined, 'de-DE,de;q=0.9', 'en'],
    [undefined, 'de-DE,de;q=0.9,ko;q=0.1', 'ko'],
    [undefined, 'KO', 'ko'],
    [undefined, 'nonsense;;q=,,=', 'en'],
    [undefined, '*', null],
    [undefined, '', null],
    [undefined, undefined, null],
  ])('of somebody who chose %s and whose browser asks for %s is %s', (chosen, accepted, language) => {
    expect(visitorLanguage(chosen, accepted)).toBe(language)
  })

  it('is looked for in the beginning of a header that is made to be slow', () => {
    expect(visitorLanguage(undefined, `${'de;q=0.1,'.repeat(50)}ko`)).toBe('ko')
    expect(visitorLanguage(undefined, `${'de;q=0.1,'.repeat(100_000)}ko`)).toBe('en')
  })
})
