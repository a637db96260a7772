import type { VerseBuilder } from '../verse-builder.ts'

/** Matches "Selah", a sign in psalms, and also "Higgaion." or "Meditation." if one of them is before it. */
const SELAH = /((?:(?:Higgaion|Meditation)\. )?Selah\.?)/

const PSALMS = 19
const HABAKKUK = 35

/** Adds text, with each Selah as a span. Outside Psalms and Habakkuk, Selah is the name of a town. */
export const textWithSelah = (builder: VerseBuilder, text: string, bookIndex: number) => {
  if (bookIndex !== PSALMS && bookIndex !== HABAKKUK) return builder.text(text)
  for (const [place, part] of text.split(SELAH).entries()) {
    if (place % 2 === 0) builder.text(part)
    else {
      builder.openSpan('selah')
      builder.text(part)
      builder.closeSpan('selah')
    }
  }
}
