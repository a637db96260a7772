import type { VerseWord } from '@pathlight/bible-library/words/verse-words.ts'

/**
 * English function words, such as helper verbs, articles, prepositions, conjunctions and pronouns. Such a word alone
 * rarely translates a Hebrew or Greek noun or verb.
 */
const SMALL = new Set(
  (
    'a an and any are as at be been being but by did do does for from had has have he her hers him his i in into is it its ' +
    'let may me might my no nor not of off on or our out own shall she should so than that the their them then there they ' +
    'this those these to up upon us was we were when which who whom will with would you your'
  ).split(' '),
)
/**
 * A small word may keep a Strong's number (the number of a Hebrew or Greek word in Strong's dictionary) if at least
 * this share of the number's occurrences is on the word.
 */
const USUAL = 0.2

/**
 * Removes Hebrew and Greek words that were matched with a wrong English word, for example the Hebrew word for love with
 * `will` or `with`. There are many such errors in editions whose words a program has matched.
 * @param textOf the text of a verse
 */
export const withoutStray = (
  verses: ReadonlyMap<number, readonly VerseWord[]>,
  textOf: (verseId: number) => string,
): Map<number, readonly VerseWord[]> => {
  const letters = (id: number, { start, end }: VerseWord) => textOf(id).slice(start, end).toLowerCase()
  const [places, together] = [new Map<string, number>(), new Map<string, number>()]
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const [id, words] of verses)
    for (const word of words)
      for (const number of word.strongs) {
        add(places, number)
        add(together, `${number} ${letters(id, word)}`)
      }
  const isStray = (id: number, word: VerseWord): boolean => {
    const written = letters(id, word)
    const isUsual = (number: string) => (together.get(`${number} ${written}`) ?? 0) >= USUAL * (places.get(number) ?? 0)
    return written.split(' ').every((one) => SMALL.has(one)) && !word.strongs.some(isUsual)
  }
  return new Map([...verses].map(([id, words]) => [id, words.filter((word) => !isStray(id, word))]))
}
