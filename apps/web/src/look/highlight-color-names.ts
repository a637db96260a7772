import { HIGHLIGHT_COLORS, type HighlightColorName } from '@pathlight/contracts/highlight-rules.ts'
import type { TFunction } from 'i18next'

export const COLOR_NAMES = Object.keys(HIGHLIGHT_COLORS) as HighlightColorName[]

/**
 * The name of a highlight's colour in words. Null means the colour chosen in the settings. A colour without a name is
 * returned as it is.
 */
export const colorName = (t: TFunction, color: string | null): string => {
  const name = COLOR_NAMES.find((name) => HIGHLIGHT_COLORS[name] === color)
  if (name) return t(`highlights.color.${name}`)
  return color ?? t('highlights.color.yours')
}
