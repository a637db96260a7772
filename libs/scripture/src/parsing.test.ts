import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parsingOf } from './parsing.ts'

/** All codes that occur in MorphGNT, and in the Open Scriptures Hebrew Bible (OSHM). Commas separate them. */
const codes: { morphgnt: string; oshm: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'parsing-codes.json'), 'utf8'),
)

describe('a parsing code in plain words', () => {
  it.each([
    [
      'V-API-3S',
      'verb, aorist, passive, indicative, 3rd person singular',
      '동사, 부정과거, 수동태, 직설법, 3인칭 단수',
    ],
    [
      'V-2AAP-NSM',
      'verb, second aorist, active, participle, nominative, masculine singular',
      '동사, 제2부정과거, 능동태, 분사, 주격, 남성 단수',
    ],
    ['V-PAN', 'verb, present, active, infinitive', '동사, 현재, 능동태, 부정사'],
    ['V-RNI-1P-C', 'verb, perfect, middle or passive deponent, indicative, 1st person plural, contracted form', null],
    ['N-NSM', 'noun, nominative, masculine singular', '명사, 주격, 남성 단수'],
    ['P-1GS', 'personal pronoun, genitive, 1st person singular', '인칭대명사, 소유격, 1인칭 단수'],
    ['S-1PNSM', 'possessive pronoun, 1st person plural, nominative, masculine singular', null],
    ['F-3ASM', 'reflexive pronoun, accusative, 3rd person masculine singular', null],
    ['A-NSM-C', 'adjective, nominative, masculine singular, comparative', '형용사, 주격, 남성 단수, 비교급'],
    ['N-PRI', 'proper noun, not declined', '변하지 않는 고유명사'],
    ['PRT-N', 'particle, negative', '불변화사, 부정어'],
    ['CONJ', 'conjunction', '접속사'],
    ['T-NSM N-NSM', 'definite article, nominative, masculine singular + noun, nominative, masculine singular', null],
    ['V- 3AAI-S--', 'verb, aorist, active, indicative, 3rd person singular', null],
    ['V- -PAPNSM-', 'verb, present, active, participle, nominative, masculine singular', null],
    ['V- 2PAD-S--', 'verb, present, active, imperative, 2nd person singular', null],
    ['RA ----NSM-', 'definite article, nominative, masculine singular', '정관사, 주격, 남성 단수'],
    [
      'HC/Vqw3ms',
      'conjunction + verb, qal, sequential imperfect, 3rd person masculine singular',
      '접속사 + 동사, 칼, 연속 미완료형, 3인칭 남성 단수',
    ],
    ['HR/Ncfsa', 'preposition + noun, feminine singular, absolute', '전치사 + 명사, 여성 단수, 절대형'],
    ['He,R:Ncfsa', 'preposition + noun, feminine singular, absolute', null],
    ['HVqc/Sp3ms', 'verb, qal, infinitive construct + pronoun suffix, 3rd person masculine singular', null],
    ['HVqrmpc', 'verb, qal, participle, masculine plural, construct', '동사, 칼, 분사, 남성 복수, 연계형'],
    ['HPdxms', 'demonstrative pronoun, masculine singular', '지시대명사, 남성 단수'],
    ['HTo', 'mark of the direct object', '직접목적어 표시'],
    // The letter q means the stem qal in Hebrew, and peal in Aramaic.
    ['AVqp3ms', 'verb, peal, perfect, 3rd person masculine singular', '동사, 페알, 완료형, 3인칭 남성 단수'],
    ['ANcmsd', 'noun, masculine singular, determined', '명사, 남성 단수, 한정형'],
  ])('says %s', (code, english, korean) => {
    expect(parsingOf(code, 'en')?.words).toBe(english)
    if (korean !== null) expect(parsingOf(code, 'ko')?.words).toBe(korean)
  })

  it('is one list a morpheme', () => {
    expect(parsingOf('HC/Vqw3ms', 'en')?.morphemes).toEqual([
      ['conjunction'],
      ['verb', 'qal', 'sequential imperfect', '3rd person masculine singular'],
    ])
  })

  it.each([
    '',
    'XYZ',
    'V-ZZZ-9S',
    'HVq9',
    'HXx',
    'H',
    'V- 3ZAI-S--',
    'strongMorph:TH8804',
    'constructor',
    'A-constructor',
  ])('is not made up for “%s”', (code) => {
    expect(parsingOf(code, 'en')).toBeNull()
  })

  it.each([
    ['MorphGNT, the whole New Testament', codes.morphgnt.split(','), ''],
    ['the Open Scriptures Hebrew Bible, a morpheme each', codes.oshm.split(','), 'H'],
  ])('is known of every code of %s', (_what, all, prefix) => {
    expect(all.length).toBeGreaterThan(500)
    for (const language of ['en', 'ko'] as const)
      expect(all.filter((code) => parsingOf(prefix + code, language) === null)).toEqual([])
    // Nearly all codes have words that no other code has.
    expect(new Set(all.map((code) => parsingOf(prefix + code, 'en')?.words)).size).toBeGreaterThan(all.length * 0.95)
    // No English word is in the Korean text.
    expect(all.flatMap((code) => parsingOf(prefix + code, 'ko')?.words.match(/[a-z]/gi) ?? [])).toEqual([])
  })
})
