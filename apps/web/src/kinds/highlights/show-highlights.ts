import type { Verse } from '@pathlight/contracts/bible.ts'
import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import type { TFunction } from 'i18next'
import { verseNumber } from '../../bible/passage-names.ts'
import { colorName } from '../../look/highlight-color-names.ts'
import { otherVersionPaintOf, paintOf } from '../../look/highlight-looks.ts'
import type { OnChapter, VerseMark, VersePaint } from '../../study/study-kind.ts'
import { type HighlightsOfVerse, highlightsOfVerse } from './highlights-of-verse.ts'

type Shown = {
  /** All of the person's highlights on the chapter. */
  readonly highlights: readonly OverlayHighlight[]
  readonly verses: readonly Verse[]
  /** The person's highlight colour from the settings. */
  readonly yours: string
  readonly t: TFunction
}

const paintsOf = (
  { own, elsewhere }: HighlightsOfVerse,
  length: number,
  { yours, t }: Pick<Shown, 'yours' | 't'>,
): VersePaint[] => {
  const colorOf = ({ color }: OverlayHighlight) => color ?? yours
  const says = ({ color, style }: OverlayHighlight) =>
    t(style === 'underline' ? 'highlights.saysUnderlined' : 'highlights.says', { color: colorName(t, color) })
  const painted = own.map(({ highlight, place: { start, end } }) => {
    return { name: paintOf(colorOf(highlight), highlight.style), start, end, says: says(highlight) }
  })
  // A highlight in another version is painted on the whole verse, but not if it would hide highlights in this version.
  const [other] = own.length === 0 ? elsewhere : []
  return other ? [{ name: otherVersionPaintOf(colorOf(other)), start: 0, end: length, says: '' }] : painted
}

const markOf = ({ own, elsewhere }: HighlightsOfVerse, verse: Verse, t: TFunction): VerseMark | null => {
  if (own.length + elsewhere.length === 0) return null
  const number = verseNumber(verse)
  const colors = [...new Set(own.map(({ highlight }) => colorName(t, highlight.color)))].join(', ')
  const versions = [...new Set(elsewhere.map(({ version }) => version))].join(', ')
  const labels = [
    own.length > 0 && t('highlights.onVerse', { count: own.length, verse: number, colors }),
    elsewhere.length > 0 && t('highlights.inOther', { verse: number, versions }),
  ]
  return {
    icon: null,
    sign: own.length > 0 ? 'highlighted' : 'highlighted-elsewhere',
    count: own.length + elsewhere.length,
    label: labels.filter(Boolean).join('; '),
  }
}

export const showHighlights = ({ highlights, verses, yours, t }: Shown): OnChapter => {
  const marks = new Map<number, VerseMark>()
  const paints = new Map<number, readonly VersePaint[]>()
  for (const verse of verses) {
    const of = highlightsOfVerse(highlights, verse)
    const mark = markOf(of, verse, t)
    if (!mark) continue
    marks.set(verse.verse, mark)
    paints.set(verse.verse, paintsOf(of, verse.text.length, { yours, t }))
  }
  return { marks, paints }
}
