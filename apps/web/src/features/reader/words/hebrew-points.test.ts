import { describe, expect, it } from 'vitest'
import { NOTHING, withPoints } from './hebrew-points.ts'

const VERSE = 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'

describe('a Hebrew text', () => {
  it('is read without cantillation, with its vowels', () =>
    expect(withPoints(VERSE, 'points')).toBe('בְּרֵאשִׁית בָּרָא אֱלֹהִים'))

  it('is read in letters alone, with what divides words and verses', () => {
    expect(withPoints(VERSE, 'letters')).toBe('בראשית ברא אלהים')
    expect(withPoints('עַל־פְּנֵ֣י הַמָּֽיִם׃', 'letters')).toBe('על־פני המים׃')
  })

  it('keeps its offsets where something stands for each mark', () =>
    expect(withPoints(VERSE, 'letters', NOTHING).indexOf(' ')).toBe(VERSE.indexOf(' ')))

  it('of any other script stays as it is', () =>
    expect(withPoints('Ἐν ἀρχῇ, 태초에', 'letters')).toBe('Ἐν ἀρχῇ, 태초에'))
})
