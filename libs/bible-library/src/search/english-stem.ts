import { stemmer } from 'stemmer'

/** Words in -est that are neither verb forms (thou lovest) nor superlatives. */
const NOT_VERBS_IN_EST = new Set(
  'arrest breast chest conquest earnest forest guest harvest honest interest manifest modest molest nest priest protest quest request tempest'.split(
    ' ',
  ),
)

/** Old verb forms that are too short or too irregular for the rule in `modern`. */
const OLD_FORMS: ReadonlyMap<string, string> = new Map([
  ['goeth', 'go'],
  ['goest', 'go'],
  ['doeth', 'do'],
  ['doest', 'do'],
  ['doth', 'do'],
  ['dost', 'do'],
  ['seeth', 'see'],
  ['seest', 'see'],
  ['saith', 'say'],
  ['hath', 'have'],
  ['hast', 'have'],
])

/**
 * Replaces the verb endings of the Authorised Version: loveth becomes love, sitteth sit, and knowest knowe, which has
 * the stem of know.
 */
const modern = (word: string): string => {
  const old = OLD_FORMS.get(word)
  if (old !== undefined) return old
  const ending = word.endsWith('eth') ? 3 : word.endsWith('est') && !NOT_VERBS_IN_EST.has(word) ? 3 : 0
  if (ending === 0 || word.length < 6) return word
  const root = word.slice(0, -ending)
  if (/([bdgmnprt])\1$/.test(root)) return root.slice(0, -1)
  if (root.endsWith('i')) return `${root.slice(0, -1)}y`
  if (root.endsWith('y')) return root
  return /[aeiou]/.test(root) ? `${root}e` : word
}

const stems = new Map<string, string>()
/**
 * The size of the cache, in words: enough for a few Bibles. A full cache is emptied, so that hostile queries cannot
 * fill the memory.
 */
const CACHE_SIZE = 50_000

/**
 * The stem of an English word. First, verb endings of the Authorised Version are replaced. Porter's algorithm (1980)
 * follows. Last, British -our becomes American -or (honour, honor).
 */
export const englishStem = (word: string): string => {
  const cached = stems.get(word)
  if (cached !== undefined) return cached
  const stem = stemmer(modern(word)).replace(/(?<=..)our$/, 'or')
  if (stems.size >= CACHE_SIZE) stems.clear()
  stems.set(word, stem)
  return stem
}
