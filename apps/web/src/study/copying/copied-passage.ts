import type { CopyStyle } from '@pathlight/contracts/copy-rules.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { escaped } from '../../ui/in-html.ts'

export type Passage = {
  readonly version: string
  /** The reference in the language of the text: John 3:16-17. */
  readonly reference: string
  /** `number` is written before the verse's text, if the style has numbers and there are several verses. */
  readonly verses: readonly { readonly number: string; readonly text: string }[]
}

/** A passage for the clipboard, as plain text and as HTML. */
export type Copied = { readonly text: string; readonly html: string }

/** Puts quotation marks around words. Between double marks, double marks of the words become single marks. */
const quoted = (words: string, quotes: CopyStyle['quotes'], isKorean: boolean): string => {
  if (quotes === 'none') return words
  if (quotes === 'corner' && isKorean) return `「${words}」`
  return `“${words.replaceAll('“', '‘').replaceAll('”', '’')}”`
}

/** The passage in a style of copies. */
export const copiedPassage = ({ version, reference, verses }: Passage, style: CopyStyle): Copied => {
  const named = citation(reference, style.version ? version : null)
  if (style.reference === 'only') return { text: named, html: `<p>${escaped(named)}</p>` }
  const isNumbered = style.numbers && verses.length > 1
  const words = (textOf: (text: string) => string, numberOf: (number: string) => string): string => {
    const parts = verses.map(({ number, text }) => (isNumbered ? `${numberOf(number)} ${textOf(text)}` : textOf(text)))
    return quoted(parts.join(' '), style.quotes, /[가-힣]/.test(reference))
  }
  const inOrder = (passage: string, cite: string) => (style.reference === 'before' ? [cite, passage] : [passage, cite])
  const html = inOrder(
    words(escaped, (number) => `<sup>${number}</sup>`),
    escaped(named),
  )
  return {
    text: inOrder(
      words(
        (text) => text,
        (number) => number,
      ),
      named,
    ).join('\n'),
    html: html.map((part) => `<p>${part}</p>`).join(''),
  }
}
