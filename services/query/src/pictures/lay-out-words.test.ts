import { describe, expect, it } from 'vitest'
import { layOutWords } from './lay-out-words.ts'

/** In this test every letter is half as wide as it is high. */
const width = (text: string) => [...text].length / 2
const room = { width: 100, height: 100, sizes: [40, 20, 10], leading: 1 }

describe('the words of a picture', () => {
  it.each([
    ['a few in large letters', 'Jesus wept', { size: 40, lines: ['Jesus', 'wept'] }],
    ['more in smaller ones', 'In the beginning God', { size: 20, lines: ['In the', 'beginning', 'God'] }],
  ])('stand in it: %s', (_what, text, laid) => {
    const { size, lines } = layOutWords(text, room, width)
    expect(size).toBe(laid.size)
    expect(lines.slice(0, laid.lines.length)).toEqual(laid.lines)
    expect(lines.join(' ')).toBe(text)
  })

  it('are never wider or higher than the room, and end with an ellipsis where they have to', () => {
    const words = Array.from({ length: 200 }, (_, n) => 'abcdefghijk'.slice(0, 1 + (n % 11))).join(' ')
    const { size, lines } = layOutWords(words, room, width)
    expect(size).toBe(10)
    expect(lines).toHaveLength(10)
    for (const line of lines) expect(width(line) * size).toBeLessThanOrEqual(room.width)
    expect(lines.at(-1)).toMatch(/…$/)
  })

  it('are broken anywhere where one alone is too wide', () => {
    const word = 'x'.repeat(100)
    const { lines } = layOutWords(word, { ...room, sizes: [10] }, width)
    expect(lines.join('')).toBe(word)
  })
})
