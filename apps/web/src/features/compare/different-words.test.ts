import { describe, expect, it } from 'vitest'
import { differentWords } from './different-words.ts'

const first = 'For God so loved the world, that he gave his only begotten Son'

describe('what differs between two texts', () => {
  it('is told word by word, and the text can be read without what it has not', () => {
    const text = 'For God so loved the world, that he gave his one and only Son'
    const words = differentWords(first, text)
    expect(words).toEqual([
      { kind: 'same', text: 'For God so loved the world, that he gave his ' },
      { kind: 'own', text: 'one and ' },
      { kind: 'same', text: 'only ' },
      { kind: 'missing', text: 'begotten ' },
      { kind: 'same', text: 'Son' },
    ])
    const shown = words.filter(({ kind }) => kind !== 'missing').map((part) => part.text)
    expect(shown.join('')).toBe(text)
  })

  it('is not punctuation or case, and both texts keep their own', () => {
    expect(differentWords('The LORD is my shepherd;', 'The Lord is my shepherd:')).toEqual([
      { kind: 'same', text: 'The Lord is my shepherd:' },
    ])
  })

  it('is nothing between a text and itself, and everything beside an empty one', () => {
    expect(differentWords(first, first)).toEqual([{ kind: 'same', text: first }])
    expect(differentWords('', '태초에 하나님이')).toEqual([{ kind: 'own', text: '태초에 하나님이' }])
  })
})
