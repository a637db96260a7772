import { expect, it } from 'vitest'
import { withoutStray } from './stray-words.ts'

it('leaves out a small word under a number that hardly ever stands under it, and nothing else', () => {
  const texts = new Map(Array.from({ length: 6 }, (_, id) => [id, 'Love will and love']))
  const word = (start: number, end: number, number: string) => ({ start, end, strongs: [number] })
  const words = new Map(
    [...texts.keys()].map((id) => [
      id,
      [word(0, 4, 'G26'), ...(id === 0 ? [word(5, 9, 'G26')] : []), word(10, 13, 'G2532')],
    ]),
  )
  const kept = withoutStray(words, (id) => texts.get(id) ?? '')
  // `will` has G26, the number of `love`, in only one of six verses, so this word is left out. `and` always has its own
  // number.
  expect(kept.get(0)).toEqual([word(0, 4, 'G26'), word(10, 13, 'G2532')])
  expect(kept.get(1)).toEqual(words.get(1))
})
