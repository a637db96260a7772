import type { CopyStyle } from '@pathlight/contracts/copy-rules.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { escaped } from '../../ui/in-html.ts'

/** A passage that can be copied. */
export type Passage = {
  readonly version: string
  /** In the language of the text: John 3:16-17. */
  readonly reference: string
  /** `number` is written before the verse's text, if there are several verses. */
  readonly verses: readonly { readonly number: string; readonly text: string }[]
}

/** A passage as plain text, and the same as HTML. */
export type Copied = { readonly text: string; readonly html: string }

/** Puts quotation marks around words. Double ones within the words become single. */
const quoted = (words: string, quotes: CopyStyle['quotes'], isKorean: boolean): string => {
  if (quotes === 'none') return words
  if (quotes === 'corner' && isKorean) return `「${words}」`
  return `“${words.replaceAll('“', '‘').replaceAll('”', '’')}”`
}

/** The passage in the person's style of copies. All code that copies or shares a passage's text calls this function. */
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
