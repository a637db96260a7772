import { ASCII, normalForm } from '@pathlight/scripture/normal-form.ts'
/** A searchable unit of a text with the UTF-16 offsets (end exclusive) it has there. */
export type Token = {
  /** Folded: no case, no accents, one kind of apostrophe. For `syllables`, one entry of `units` after the other. */
  readonly form: string
  readonly start: number
  readonly end: number
  /**
   * word: a word of a script that sets words apart. syllables: a run of Hangul, Han or Kana, which is searched by
   * pairs of syllables, because words there carry particles and endings (학교 must find 학교에).
   */
  readonly kind: 'word' | 'syllables'
  /** For `syllables`: each syllable with its offsets; empty for a word. */
  readonly units: readonly Unit[]
  /** Whether nothing but a hyphen stands between this word and the one before it (Beth-el). */
  readonly hyphenated: boolean
}
/** A syllable. */
export type Unit = { readonly form: string; readonly start: number; readonly end: number }

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu
const SYLLABIC = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const RUN =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3099\u309a]+|[^\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
/** A syllable: a decomposed one (leading consonant, vowel, final consonant) counts as one, like a composed one. */
const SYLLABLE = /[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|.[\u3099\u309a]?/gsu
/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs: people search without them. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g

const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase().replace(/'s$/, '')
    : normalForm(normalForm(text, 'NFKD').replace(ACCENTS, ''), 'NFC')
        .toLowerCase()
        .replace(/[’ʼ]/g, "'")
        .replace(/æ/g, 'ae')
        .replace(/œ/g, 'oe')
        .replace(/ς/g, 'σ')
        .replace(/'s$/, '')

/** Nearly every Korean text: a syllable is one code unit and folds to itself. */
const COMPOSED_HANGUL = /^[가-힣]+$/

const syllables = (run: string, at: number): Unit[] => {
  if (COMPOSED_HANGUL.test(run)) return Array.from(run, (form, i) => ({ form, start: at + i, end: at + i + 1 }))
  return [...run.matchAll(SYLLABLE)].map((match) => ({
    form: fold(match[0]),
    start: at + match.index,
    end: at + match.index + match[0].length,
  }))
}

/** So many parts of a hyphenated word are looked for as one word, at most: more than any name has (Maher-shalal-hash-baz). */
export const HYPHENATED_MAX = 10
const HYPHENS = new Set(['-', '\u2010', '\u2011'])

/** The searchable units of a text in order. Any string is fine; what is neither letter nor digit separates. */
export const tokenize = (text: string): Token[] => {
  const tokens: Token[] = []
  let previousEnd = -1
  for (const match of text.matchAll(WORD)) {
    const start = match.index
    const hyphenated = previousEnd >= 0 && start === previousEnd + 1 && HYPHENS.has(text.charAt(previousEnd))
    previousEnd = start + match[0].length
    if (ASCII.test(match[0]) || !SYLLABIC.test(match[0])) {
      tokens.push({ form: fold(match[0]), start, end: previousEnd, kind: 'word', units: [], hyphenated })
      continue
    }
    if (COMPOSED_HANGUL.test(match[0])) {
      const units = syllables(match[0], start)
      tokens.push({ form: match[0], start, end: previousEnd, kind: 'syllables', units, hyphenated: false })
      continue
    }
    for (const run of match[0].matchAll(RUN)) {
      const from = start + run.index
      const to = from + run[0].length
      if (SYLLABIC.test(run[0])) {
        const units = syllables(run[0], from)
        const form = units.map((unit) => unit.form).join('')
        tokens.push({ form, start: from, end: to, kind: 'syllables', units, hyphenated: false })
      } else {
        tokens.push({ form: fold(run[0]), start: from, end: to, kind: 'word', units: [], hyphenated: false })
      }
    }
  }
  return tokens
}
