import { numbersOfLemma } from '../words/lexicon.ts'
import type { ScriptureReader } from './scripture-reader.ts'
import type { ScriptureReceiver } from './scripture-receiver.ts'

/**
 * Matches a line: book, chapter and verse (Matthew is book 1), part of speech, parsing, the printed word, two other
 * forms of the word, and the lemma.
 */
const LINE = /^(\d\d)(\d\d)(\d\d) (\S\S) (\S{8}) (\S+) \S+ \S+ (\S+)$/
const BOOKS_BEFORE = 39
const LETTER = /[\p{L}\p{M}’]/u
/** Matches signs that refer to the printed edition's apparatus, which the file lacks. */
const SIGNS = /[⸀⸁⸂⸃⸄⸅⟦⟧]/g

/**
 * Reads MorphGNT: the SBL Greek New Testament, one word a line, with lemma and parsing. The file has no Strong's
 * numbers. A word gets the number of its lemma, if the lexicon has exactly one.
 */
export const readMorphGnt = (receiver: ScriptureReceiver): ScriptureReader => {
  const { place } = receiver
  let rest = ''
  let at = { book: '', chapter: '', verse: '' }
  const numberOf = (lemma: string): readonly string[] => {
    const numbers = numbersOfLemma(lemma)
    if (numbers.length === 1) return numbers
    receiver.lemmaWithoutNumber(lemma, numbers.length === 0 ? 'none' : 'several')
    return []
  }

  const readLine = (line: string) => {
    place.line += 1
    if (line.trim() === '') return
    const [, book, chapter, verse, speech, parsing, printed = '', lemma = ''] = LINE.exec(line.trim()) ?? []
    if (book === undefined || chapter === undefined || verse === undefined)
      return receiver.refuse('This line is not as those of MorphGNT are.')
    if (book !== at.book) {
      receiver.openBookNumber(Number(book) + BOOKS_BEFORE, '')
      at = { book, chapter: '', verse: '' }
    }
    if (chapter !== at.chapter) {
      receiver.openChapter(String(Number(chapter)))
      receiver.startLine('paragraph')
    }
    if (chapter !== at.chapter || verse !== at.verse) receiver.openVerse(String(Number(verse)))
    at = { book, chapter, verse }
    const letters = printed.replace(SIGNS, '')
    let [start, end] = [0, letters.length]
    while (start < end && !LETTER.test(letters.charAt(start))) start += 1
    while (start < end && !LETTER.test(letters.charAt(end - 1))) end -= 1
    // Punctuation around the letters is not part of the word.
    receiver.text(letters.slice(0, start))
    receiver.openWord()
    receiver.text(letters.slice(start, end))
    const morph = `${speech} ${parsing}`
    receiver.closeWord(`${lemma} ${morph}`, () => ({ numbers: numberOf(lemma), lemma, morph }))
    receiver.text(`${letters.slice(end)} `)
  }

  return {
    write: (text) => {
      const lines = (rest + text).replace(/^\ufeff/, '').split(/\r?\n/)
      rest = lines.pop() ?? ''
      for (const line of lines) readLine(line)
    },
    end: () => {
      if (rest !== '') readLine(rest)
      receiver.closeBook()
    },
    details: () => ({
      name: 'SBL Greek New Testament',
      language: 'grc',
      licence: 'CC BY 4.0. Lemmas and parsing: MorphGNT, CC BY-SA 3.0.',
    }),
  }
}
