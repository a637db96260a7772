import { ASCII, normalForm, withoutInvisible } from '@pathlight/scripture/normal-form.ts'

/** A searchable unit of a text with its UTF-16 offsets. The end is exclusive. */
export type Token = {
  /**
   * The folded text: lower case, no accents, one kind of apostrophe, no possessive 's, and no separators in a number.
   * For `syllables` the concatenation of `units`.
   */
  readonly form: string
  readonly start: number
  readonly end: number
  /**
   * `word`: a word in a script with spaces. `syllables`: a run of Hangul, Han, Kana or a script without spaces. Such a
   * run is searched by pairs of syllables, because its words have particles and endings (학교 must find 학교에).
   */
  readonly kind: 'word' | 'syllables'
  /** For `syllables`: each syllable with its offsets; empty for a word. */
  readonly units: readonly Unit[]
  /** Whether only a hyphen separates this word from the word before (Beth-el). */
  readonly hyphenated: boolean
  /** Whether the word is elided, like the l of l'Éternel. */
  readonly elided: boolean
}
export type Unit = { readonly form: string; readonly start: number; readonly end: number }

const WITHOUT_SPACES = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const BY_SYLLABLE = `\\p{Script=Hangul}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}${WITHOUT_SPACES}`
/**
 * Matches a number with thousands separators (144,000), or letters and digits with invisible characters and apostrophes
 * among them.
 */
const WORD =
  /\d{1,3}(?:[,.’'\u00a0\u202f]\d{3})+(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+(?:\p{DI}+[\p{L}\p{N}\p{M}]+)*(?:['’ʼ][\p{L}\p{M}]+)*/gu
const SYLLABIC = new RegExp(`[${BY_SYLLABLE}]`, 'u')
const RUN = new RegExp(`[${BY_SYLLABLE}\\u3099\\u309a\\p{DI}]+|[^${BY_SYLLABLE}]+`, 'gu')
/**
 * Matches a syllable. A decomposed Hangul syllable (first consonant, vowel, last consonant) counts as one. In scripts
 * without spaces a syllable is a letter with its marks, together with the Thai and Lao vowel am, which NFKC splits in
 * two.
 */
const SYLLABLE = new RegExp(
  `[\\u1100-\\u115f][\\u1160-\\u11a7]?[\\u11a8-\\u11ff]?` +
    `|[${WITHOUT_SPACES}]\\p{M}*(?:[\\u0e33\\u0eb3]|(?<=[\\u0e4d\\u0ecd]\\p{M}*)[\\u0e32\\u0eb2])?` +
    '|.[\\u3099\\u309a]?',
  'gsu',
)
/**
 * Matches elided words before an apostrophe in French, Italian, Catalan and Portuguese: l'Éternel, d'Israël, dell'uomo.
 * (Aujourd'hui is a single word.)
 */
const ELIDED =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|quelqu|un|gl|(?:d|n|s)?all|d?ell|nell|sull|coll|dall|quell|quest)['’ʼ](?=\p{L})/iu
/**
 * Matches accents of Latin, Greek and Cyrillic letters, Hebrew points and Arabic vowel signs. People leave them out in
 * a search.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g

const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase().replace(/'s$/, '')
    : normalForm(normalForm(withoutInvisible(text), 'NFKD').replace(ACCENTS, ''), 'NFC')
        .toLowerCase()
        .replace(/[’ʼ]/g, "'")
        .replace(/æ/g, 'ae')
        .replace(/œ/g, 'oe')
        .replace(/ς/g, 'σ')
        .replace(/'s$/, '')

/** Matches composed Hangul, nearly all Korean text. Each of its syllables is one code unit and folds to itself. */
const COMPOSED_HANGUL = /^[가-힣]+$/

const syllables = (run: string, at: number): Unit[] => {
  if (COMPOSED_HANGUL.test(run)) return Array.from(run, (form, i) => ({ form, start: at + i, end: at + i + 1 }))
  return [...run.matchAll(SYLLABLE)]
    .map((match) => ({ form: fold(match[0]), start: at + match.index, end: at + match.index + match[0].length }))
    .filter(({ form }) => form !== '')
}

/** The most parts of a hyphenated word that are joined. Every name has fewer (Maher-shalal-hash-baz). */
export const HYPHENATED_MAX = 10
const HYPHENS = new Set(['-', '\u2010', '\u2011'])

const APOSTROPHE = /['’ʼ]/
const GROUPED = /^\d{1,3}[,.’'\u00a0\u202f]/
/** The searchable form of a word: its digits for a number with separators, otherwise the folded word. */
const formOf = (word: string): string => (GROUPED.test(word) ? word.replace(/\D/gu, '') : fold(word))

/** The words in a run of letters: one word, or several if some are elided. */
const wordsOf = (written: string, start: number, hyphenated: boolean): Token[] => {
  const end = start + written.length
  if (!APOSTROPHE.test(written))
    return [{ form: formOf(written), start, end, kind: 'word', units: [], hyphenated, elided: false }]
  const tokens: Token[] = []
  let remaining = written
  let at = start
  for (let elided = ELIDED.exec(remaining); elided; elided = ELIDED.exec(remaining)) {
    const last = at + elided[0].length - 1
    const form = fold(elided[0].slice(0, -1))
    tokens.push({
      form,
      start: at,
      end: last,
      kind: 'word',
      units: [],
      hyphenated: hyphenated && at === start,
      elided: true,
    })
    at = last + 1
    remaining = remaining.slice(elided[0].length)
  }
  const last = { form: formOf(remaining), start: at, end, kind: 'word' as const, units: [] }
  return [...tokens, { ...last, hyphenated: hyphenated && at === start, elided: false }]
}

/**
 * Splits a text into its searchable units, in their order. What WORD does not match, for example a space, separates
 * units.
 */
export const tokenize = (text: string): Token[] => {
  const tokens: Token[] = []
  let previousEnd = -1
  const addSyllables = (form: string, start: number, end: number, units: readonly Unit[]) =>
    tokens.push({ form, start, end, kind: 'syllables', units, hyphenated: false, elided: false })
  for (const match of text.matchAll(WORD)) {
    const start = match.index
    const hyphenated = previousEnd >= 0 && start === previousEnd + 1 && HYPHENS.has(text.charAt(previousEnd))
    previousEnd = start + match[0].length
    if (ASCII.test(match[0]) || !SYLLABIC.test(match[0])) {
      tokens.push(...wordsOf(match[0], start, hyphenated))
      continue
    }
    if (COMPOSED_HANGUL.test(match[0])) {
      addSyllables(match[0], start, previousEnd, syllables(match[0], start))
      continue
    }
    for (const run of match[0].matchAll(RUN)) {
      const from = start + run.index
      if (SYLLABIC.test(run[0])) {
        const units = syllables(run[0], from)
        addSyllables(units.map((unit) => unit.form).join(''), from, from + run[0].length, units)
      } else tokens.push(...wordsOf(run[0], from, false))
    }
  }
  return tokens
}
