import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { KoreanGlosses } from '@pathlight/bible-library/words/korean-glosses.ts'
import { strongsNumber, withoutLetter } from '@pathlight/bible-library/words/verse-words.ts'

// Makes libs/bible-library/src/words/korean-glosses.br: the Korean meaning of each Hebrew word of a verse. Run it by
// hand, with the data of Global Bible Tools (CC0). A book with a Hebrew word that has no Korean meaning yet is left out,
// and named.
//   node tools/src/korean-glosses.ts FOLDER   (with hbo+grc/01-Gen.json, kor/01-Gen.json …)

type Book<Word> = {
  readonly id: number
  readonly chapters: { readonly verses: { readonly id: string; readonly words: Word[] }[] }[]
}
type Hebrew = Book<{ readonly id: string; readonly grammar: string; readonly lemma: string }>
type Korean = Book<{ readonly id: string; readonly gloss: string | null }>

const folder = process.argv[2]
if (folder === undefined) throw new Error('Which folder has hbo+grc and kor?')
const read = (language: string, file: string) => JSON.parse(readFileSync(join(folder, language, file), 'utf8'))

/** A meaning without the words that only its verse adds (and, his, their), and, for a noun, without particles. */
const bare = (gloss: string, isNoun: boolean): string => {
  const words = gloss
    .replace(/\[[^\]]*\]|\([^)]*\)|[~\-–…!?.,“”"']/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:그리고|그러나|그래서) (?=.)/, '')
    .replace(/^의 /, '')
    .replace(/^(?:그의|그녀의|나의|너의|너희의|당신의|그들의|우리의|우리|내|네|그) (?=.)/, '')
  return isNoun ? words.replace(/(?<=..)(?:에게서|에게|께서|에서|으로|들을|을|를|께)$/, '') : words
}

/** A meaning becomes a word's usual meaning if more than this share of the word's occurrences has it. */
const CLEAR = 0.3

const verses: Record<string, string> = {}
const counts = new Map<string, Map<string, number>>()
for (const file of readdirSync(join(folder, 'kor'))) {
  const [hebrew, korean]: [Hebrew, Korean] = [read('hbo+grc', file), read('kor', file)]
  const glosses = new Map(
    korean.chapters.flatMap(({ verses: of }) => of.flatMap(({ words }) => words.map(({ id, gloss }) => [id, gloss]))),
  )
  const hebrewVerses = hebrew.chapters.flatMap(({ verses: of }) => of)
  const words = hebrewVerses.flatMap(({ words: of }) => of)
  const open = words.filter(({ id }) => !glosses.get(id)?.trim()).length
  if (open > 0) {
    console.warn(`${file} is left out: ${open} of its ${words.length} words have no Korean meaning`)
    continue
  }
  for (const { id, words } of hebrewVerses) {
    const said = words.flatMap(({ id: word, grammar, lemma }) => {
      const strongs = strongsNumber(lemma)
      const gloss = (glosses.get(word) ?? '').replace(/\s+/g, ' ').replaceAll('|', ' ').trim()
      if (strongs === null || !/\p{Script=Hangul}/u.test(gloss)) return []
      const number = withoutLetter(strongs)
      const meaning = bare(gloss, /\bN-/.test(grammar))
      const of = counts.get(number) ?? new Map<string, number>()
      counts.set(number, of.set(meaning, (of.get(meaning) ?? 0) + 1))
      return [`${number} ${gloss}`]
    })
    verses[Number(id)] = said.join('|')
  }
}
const numbers = Object.fromEntries(
  [...counts].flatMap(([number, of]) => {
    const [[best, times] = ['', 0]] = [...of]
      .filter(([meaning]) => meaning !== '')
      .sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)
    const all = [...of.values()].reduce((sum, one) => sum + one, 0)
    return times > all * CLEAR ? [[number, best]] : []
  }),
)
const packed = brotliCompressSync(JSON.stringify({ numbers, verses } satisfies KoreanGlosses))
writeFileSync(join(import.meta.dirname, '../../libs/bible-library/src/words/korean-glosses.br'), packed)
console.log(`${Object.keys(numbers).length} numbers, ${Object.keys(verses).length} verses, ${packed.length} bytes`)
