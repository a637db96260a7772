import { describe, expect, it } from 'vitest'
import { findWordsAgain } from './find-words-again.ts'

describe('words that were kept with a verse', () => {
  const kept = { start: 7, end: 10, words: 'God' }

  it('stand where they were while the text is the same', () => {
    expect(findWordsAgain('Behold God is my', kept)).toEqual({ start: 7, end: 10, as: 'there' })
  })

  it('are found again where the text before them has changed', () => {
    expect(findWordsAgain('See, God is my', kept)).toEqual({ start: 5, end: 8, as: 'moved' })
  })

  it('are those nearest to where they were, where the verse has them several times', () => {
    expect(findWordsAgain('God saw, and God said, and God', { ...kept, start: 12, end: 15 })).toMatchObject({
      start: 13,
    })
    expect(findWordsAgain('God saw, and God said, and God', { ...kept, start: 1, end: 4 })).toMatchObject({ start: 0 })
  })

  it('are the whole verse where it no longer has them', () => {
    expect(findWordsAgain('The LORD is my light', kept)).toEqual({ start: 0, end: 20, as: 'lost' })
    expect(findWordsAgain('', kept)).toEqual({ start: 0, end: 0, as: 'lost' })
    expect(findWordsAgain('God', { start: 0, end: 0, words: '' })).toEqual({ start: 0, end: 3, as: 'lost' })
  })
})
