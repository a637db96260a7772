import { HIGHLIGHT_COLORS, type HighlightColorName } from '@pathlight/contracts/highlight-rules.ts'
import type { TFunction } from 'i18next'

export const COLOR_NAMES = Object.keys(HIGHLIGHT_COLORS) as HighlightColorName[]

/** A highlight's colour in words, for a person who does not see it; null is the colour of the settings. */
export const colorName = (t: TFunction, color: string | null): string => {
  const name = COLOR_NAMES.find((one) => HIGHLIGHT_COLORS[one] === color)
  if (name) return t(`highlights.color.${name}`)
  return color ?? t('highlights.color.yours')
}
