/** The colours of highlights by their names. Words on each of them are readable in every theme. */
export const HIGHLIGHT_COLORS = {
  yellow: '#ffe066',
  green: '#b5e48c',
  blue: '#a5d8ff',
  pink: '#ffc2d1',
  orange: '#ffc078',
} as const
export type HighlightColorName = keyof typeof HIGHLIGHT_COLORS

/** The styles of a highlight other than a colour behind the words. */
export const HIGHLIGHT_STYLES = ['underline'] as const
export type HighlightStyle = (typeof HIGHLIGHT_STYLES)[number]

/** The colour of a person who chose none (docs/decisions/0017-one-colour-where-none-was-chosen.md). */
export const DEFAULT_HIGHLIGHT_COLOR = '#d4d8f7'

/** Used in place of a hex colour. It stands for the colour in the person's settings. */
export const SETTINGS_COLOR = 'settings'
