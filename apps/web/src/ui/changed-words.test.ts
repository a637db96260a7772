import { describe, expect, it, vi } from 'vitest'
import { changedWords, changesOf, shortened } from './changed-words.ts'

const describeChanges = (before: string, after: string) =>
  changedWords(before, after)
    .map(({ kind, text }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[kind])
    .join('|')

describe('what became of a text', () => {
  it('is told word by word, with case and punctuation', () => {
    expect(describeChanges('“The world”, not “the good”.', '“The world”, not “the deserving”.')).toBe(
      '“The world”, not “the|- good”.-|+ deserving”.+',
    )
    expect(describeChanges('The Lord', 'The LORD')).toBe('The|- Lord-|+ LORD+')
  })
  it('is nothing where nothing was changed, and what was put before or behind leaves the rest as it was', () => {
    expect(describeChanges('태초에 하나님이', '태초에 하나님이')).toBe('태초에 하나님이')
    expect(describeChanges('one two', 'zero one two\nthree')).toBe('+zero+| one two|+\nthree+')
  })
  it('is whole again from what is the same and what was added, and as before from what was removed', () => {
    const [before, after] = ['a  b\n\nc d e', 'a b\nX c e f ']
    const pieces = changedWords(before, after)
    const text = (without: string) =>
      pieces
        .filter(({ kind }) => kind !== without)
        .map((piece) => piece.text)
        .join('')
    expect(text('removed')).toBe(after)
    expect(text('added').replace(/\s+/g, ' ').trim()).toBe(before.replace(/\s+/g, ' '))
  })
  it('of two long texts with nothing in common is given up when it has taken long', () => {
    const words = (name: string) => Array.from({ length: 20_000 }, (_, at) => `${name}${at}`)
    let [now, compared] = [0, 0]
    vi.spyOn(Date, 'now').mockImplementation(() => now++)
    const isSame = (one: string, other: string) => {
      compared += 1
      return one === other
    }
    const changes = changesOf(words('a'), words('b'), isSame)
    vi.restoreAllMocks()
    expect(changes.map(({ kind }) => kind)).toEqual(['removed', 'added'])
    // Comparing each word of one text with each word of the other would take 400 million comparisons.
    expect(compared).toBeLessThan(200_000)
  })
  it('is shown with some of the words around it, and without the rest', () => {
    const many = Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ')
    expect(shortened(changedWords(`${many} end`, `${many} other`), 2)).toEqual([
      { kind: 'cut' },
      { kind: 'same', text: ' w98 w99' },
      { kind: 'removed', text: ' end' },
      { kind: 'added', text: ' other' },
    ])
    expect(shortened([{ kind: 'same', text: many }], 2)).toEqual([
      { kind: 'same', text: 'w0 w1 w2 w3 w4 w5' },
      { kind: 'cut' },
    ])
  })
})
