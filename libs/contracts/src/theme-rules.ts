/** The themes of colours that a person can choose. `system`: light or dark, as the device is set. */
export const THEMES = ['light', 'sepia', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]
