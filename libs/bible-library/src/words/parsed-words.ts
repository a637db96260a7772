import { normalForm } from '@pathlight/scripture/normal-form.ts'
import { originalOf } from './lexicon.ts'
import { type OriginalWord, type VerseWord, withoutLetter } from './verse-words.ts'

/** A word of a Greek or Hebrew text. `letters`: the word as it is printed in that text. */
export type WordInOriginal = OriginalWord & { readonly letters: string }

/**
 * The form of a Greek word for comparisons: lower case, without accents, diaeresis and an optional last letter (ἐστίν,
 * οὕτω(ς)). Accents change with the neighbouring words (μοῦ, μου). Breathings stay, because ἦν and ἥν are different
 * words.
 */
const spelling = (written: string): string =>
  normalForm(written, 'NFD')
    .replace(/[\u0300\u0301\u0308\u0342]/g, '')
    .toLowerCase()
    .replace(/(?<=ι)ν$|\(.\)$/, '')

/**
 * Adds the parsing of a Greek or Hebrew text to those words of a translation that have Strong's numbers and no parsing.
 * A word gets the parsing if all words with its first number in `originals` have the same parsing, and the translation
 * does not have the number more often than `originals`. If no word of `originals` has the number, the words with the
 * number's form in Strong's dictionary count as having it.
 * @param words the words of a verse
 * @param originals the words of the same verse in the Greek or Hebrew text
 */
export const parsedWords = (
  words: readonly VerseWord[],
  originals: readonly WordInOriginal[],
): readonly VerseWord[] => {
  const withNumber = Map.groupBy(
    originals.flatMap((word) => word.strongs.map((strongs) => ({ word, strongs: withoutLetter(strongs) }))),
    ({ strongs }) => strongs,
  )
  let spelled: readonly (WordInOriginal & { readonly spellings: readonly string[] })[] | undefined
  // Strong's dictionary gives some forms a number of their own: G2258 is ἦν, which a Greek text has under εἰμί, G1510.
  const withForm = (strongs: string): readonly WordInOriginal[] => {
    const { original: form } = originalOf(strongs)
    if (form === undefined) return []
    spelled ??= originals.map((word) => ({ ...word, spellings: [word.lemma ?? '', word.letters].map(spelling) }))
    const spellingOfForm = spelling(form)
    const lemmas = spelled.flatMap(({ spellings, lemma }) => (spellings.includes(spellingOfForm) ? (lemma ?? []) : []))
    return originals.filter(({ lemma }) => lemma !== undefined && lemmas.includes(lemma))
  }
  /** How often the translation has each number in this verse. */
  const times = new Map<string, number>()
  for (const strongs of words.flatMap((word) => word.strongs.map(withoutLetter)))
    times.set(strongs, (times.get(strongs) ?? 0) + 1)
  const parsingOf = (number: string): string | undefined => {
    const same = withNumber.get(number)?.map((one) => one.word) ?? withForm(number)
    const [morph, ...others] = new Set(same.map((one) => one.morph))
    return others.length === 0 && (times.get(number) ?? 0) <= same.length ? morph : undefined
  }
  const parsings = new Map([...times.keys()].map((number) => [number, parsingOf(number)]))
  return words.map((word) => {
    const [first] = word.strongs
    if (first === undefined || word.morph !== undefined) return word
    const morph = parsings.get(withoutLetter(first))
    return morph === undefined ? word : { ...word, morph }
  })
}
