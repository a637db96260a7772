import { describe, expect, it } from 'vitest'
import { firstWords } from './share-rules.ts'

describe('the first words of a text', () => {
  it.each([
    ['a short text', 'So loved.', 'So loved.'],
    ['the first line that has words', '\n  So loved.  \nThe world.', 'So loved.'],
    [
      'a long line, to the end of a word',
      'The psalm does not say if I walk through the valley. It says even though.',
      'The psalm does not say if I walk through the valley. It…',
    ],
    ['a long line without a space', '가'.repeat(70), `${'가'.repeat(60)}…`],
    ['whole characters', '🕯'.repeat(70), `${'🕯'.repeat(60)}…`],
    ['a heading and a quotation', '# **So** loved\n> The world.', 'So loved'],
    ['a list', '- *So* [loved](https://example.org/loved)\n- The world.', 'So loved'],
    ['nothing', ' \n ', ''],
  ])('are those of %s', (_what, text, expected) => {
    expect(firstWords(text)).toBe(expected)
  })
})
