import { describe, expect, it } from 'vitest'
import { pointsBefore, withoutPoints } from './points.ts'

const VERSE = 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'

describe('a Hebrew text', () => {
  it('is read without cantillation, with its vowels', () => {
    expect(withoutPoints(VERSE, 'cantillation')).toBe('בְּרֵאשִׁית בָּרָא אֱלֹהִים')
  })

  it('is read in letters alone', () => {
    expect(withoutPoints(VERSE, 'points')).toBe('בראשית ברא אלהים')
    // What divides words and verses stays.
    expect(withoutPoints('עַל־פְּנֵ֣י הַמָּֽיִם׃', 'points')).toBe('על־פני המים׃')
  })

  it.each(['cantillation', 'points'] as const)('has its words at new offsets without %s', (which) => {
    const start = VERSE.indexOf(' ') + 1
    const bare = withoutPoints(VERSE, which)
    expect(bare.slice(start - pointsBefore(VERSE, start, which)).startsWith('ב')).toBe(true)
    expect(bare.charAt(start - pointsBefore(VERSE, start, which) - 1)).toBe(' ')
  })

  it('of any other script stays as it is', () => {
    expect(withoutPoints('Ἐν ἀρχῇ, 태초에', 'points')).toBe('Ἐν ἀρχῇ, 태초에')
  })
})
