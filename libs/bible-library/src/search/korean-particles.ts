import { hasBatchim } from 'es-hangul'

/**
 * A particle (조사: `ending`), the sound in which the syllable before it must end (`after`), and the least number of
 * syllables before it.
 */
type Particle = readonly [ending: string, after: 'consonant' | 'vowel' | 'either', leastBefore: number]

/**
 * The common particles of 개역한글 (the Korean Revised Version), from the dictionary 표준국어대사전, longest first. Some names end
 * like a particle (여호와, 마리아, 나사로, 이사야), so 와, 로, 여, 아 and 야 need three syllables before them.
 */
const PARTICLES: readonly Particle[] = [
  ['으로부터', 'consonant', 2],
  ['에게서', 'either', 2],
  ['로부터', 'vowel', 2],
  ['께서는', 'either', 2],
  ['에서는', 'either', 2],
  ['에게는', 'either', 2],
  ['으로써', 'consonant', 2],
  ['으로서', 'consonant', 2],
  ['이라도', 'consonant', 2],
  ['에게', 'either', 2],
  ['에서', 'either', 2],
  ['께서', 'either', 2],
  ['으로', 'consonant', 2],
  ['까지', 'either', 2],
  ['부터', 'either', 2],
  ['처럼', 'either', 2],
  ['같이', 'either', 2],
  ['보다', 'either', 2],
  ['마다', 'either', 2],
  ['에는', 'either', 2],
  ['에도', 'either', 2],
  ['이나', 'consonant', 2],
  ['이여', 'consonant', 2],
  ['은', 'consonant', 2],
  ['이', 'consonant', 2],
  ['을', 'consonant', 2],
  ['과', 'consonant', 2],
  ['는', 'vowel', 2],
  ['가', 'vowel', 2],
  ['를', 'vowel', 2],
  ['의', 'either', 2],
  ['에', 'either', 2],
  ['도', 'either', 2],
  ['만', 'either', 2],
  ['께', 'either', 2],
  ['와', 'vowel', 3],
  ['로', 'either', 3],
  ['여', 'vowel', 3],
  ['아', 'consonant', 3],
  ['야', 'vowel', 3],
]

/** Nouns that seem to end in a particle. Without the last syllable they would also match other words (그리스보). */
const NO_PARTICLE = new Set(['그리스도'])

/**
 * A noun without its particle, so that 학교에 also finds 학교는; null when the noun has none.
 * @param word composed Hangul syllables
 */
export const withoutParticle = (word: string): string | null => {
  if (NO_PARTICLE.has(word)) return null
  const particle = PARTICLES.find(([ending, after, leastBefore]) => {
    const base = word.slice(0, -ending.length)
    if (!word.endsWith(ending) || base.length < leastBefore) return false
    return after === 'either' || hasBatchim(base) === (after === 'consonant')
  })
  return particle === undefined ? null : word.slice(0, -particle[0].length)
}
