import { normalForm } from '@pathlight/scripture/normal-form.ts'

/** The letters in the general-purpose style of the SBL Handbook. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ α: 'a', β: 'b', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'ē', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm' },
  ...{ ν: 'n', ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'ph', χ: 'ch', ψ: 'ps', ω: 'ō' },
}
const ROUGH = '\u0314'
const DIAERESIS = '\u0308'

/**
 * A Greek word in Latin letters: ἠγάπησεν becomes ēgapēsen, υἱόν becomes huion. Accents and iota subscripts are left
 * out.
 */
export const transliterateGreek = (word: string): string => {
  const letters = [...normalForm(word, 'NFD').matchAll(/(\p{L}|’)(\p{M}*)/gu)].map(([, letter = '', marks = '']) => ({
    letter: letter.toLowerCase(),
    isCapital: letter !== letter.toLowerCase(),
    marks,
  }))
  // The breathing of a diphthong is on its second letter.
  const isRough = letters.slice(0, 2).some(({ letter, marks }) => letter !== 'ρ' && marks.includes(ROUGH))
  const latin = letters.map(({ letter, marks }, at) => {
    const [before, next] = [letters[at - 1]?.letter ?? '', letters[at + 1]?.letter ?? '']
    if (letter === 'γ' && 'γκξχ'.includes(next) && next !== '') return 'n'
    if (letter === 'υ' && 'αεηο'.includes(before) && before !== '' && !marks.includes(DIAERESIS)) return 'u'
    if (letter === 'υ' && next === 'ι') return 'u'
    if (letter === 'ρ' && marks.includes(ROUGH)) return 'rh'
    return LETTERS[letter] ?? letter
  })
  const all = `${isRough ? 'h' : ''}${latin.join('')}`
  return letters[0]?.isCapital ? all.charAt(0).toUpperCase() + all.slice(1) : all
}
