import { THEMES, type Theme } from '@pathlight/contracts/theme-rules.ts'
import { useSyncExternalStore } from 'react'
import { deviceStorage } from '../device/device-storage.ts'

declare global {
  interface Window {
    /** Applies the saved appearance to the page. Set by public/before-scripts.js. */
    applyAppearance?: () => void
  }
}

/** Multiples of the designed text size (19 px). */
export const SIZES = [0.85, 1, 1.15, 1.3, 1.5] as const
/** Multiples of the designed line height. */
export const LEADINGS = [0.88, 1, 1.14] as const

/** Widths of a column of text, as multiples of the designed one (35rem). */
export const WIDTHS = [0.8, 1, 1.25] as const
export const FACES = ['serif', 'sans'] as const
/** Verses run on in paragraphs, or each verse begins a line. */
export const FLOWS = ['paragraph', 'verse'] as const
/** The parts of a text that a reader can hide. `references` are the letters that open cross-references. */
export const PARTS = ['numbers', 'headings', 'footnotes', 'redLetters', 'references'] as const
export type TextPart = (typeof PARTS)[number]

export type Appearance = {
  readonly theme: Theme
  readonly size: number
  readonly leading: number
  readonly width: number
  readonly face: (typeof FACES)[number]
  readonly flow: (typeof FLOWS)[number]
  /** The parts that the reader has hidden. */
  readonly without: readonly TextPart[]
  /** If true, a verse that is highlighted in another version is coloured as a whole in the open version. */
  readonly otherHighlights: boolean
}

const KEY = 'appearance'
const DESIGNED: Appearance = {
  theme: 'system',
  size: 1,
  leading: 1,
  width: 1,
  face: 'serif',
  flow: 'paragraph',
  without: [],
  otherHighlights: false,
}

/** The value if it is among `values`, otherwise the designed value. */
const oneOf = <T>(values: readonly T[], value: unknown, designed: T): T =>
  values.find((one) => one === value) ?? designed

const parse = (saved: string | null): Appearance => {
  try {
    const { theme, size, leading, width, face, flow, without, otherHighlights } = JSON.parse(saved ?? '{}')
    return {
      theme: oneOf<Theme>(THEMES, theme, DESIGNED.theme),
      size: oneOf<number>(SIZES, size, DESIGNED.size),
      leading: oneOf<number>(LEADINGS, leading, DESIGNED.leading),
      width: oneOf<number>(WIDTHS, width, DESIGNED.width),
      face: oneOf(FACES, face, DESIGNED.face),
      flow: oneOf(FLOWS, flow, DESIGNED.flow),
      without: Array.isArray(without) ? PARTS.filter((part) => without.includes(part)) : DESIGNED.without,
      otherHighlights: otherHighlights === true,
    }
  } catch {
    return DESIGNED
  }
}

const listeners = new Set<() => void>()
let cache: { saved: string | null; appearance: Appearance } | null = null

/** The appearance saved on this device, or the designed one if nothing valid is saved. */
const readAppearance = (): Appearance => {
  const saved = deviceStorage.get(KEY)
  // useSyncExternalStore compares by identity, so the same saved text must give the same object.
  if (cache?.saved !== saved) cache = { saved, appearance: parse(saved) }
  return cache?.appearance ?? DESIGNED
}

const applyChange = () => {
  window.applyAppearance?.()
  for (const listener of listeners) listener()
}

/** Saves the change on this device and applies it at once. */
export const changeAppearance = (change: Partial<Appearance>): void => {
  deviceStorage.set(KEY, JSON.stringify({ ...readAppearance(), ...change }))
  applyChange()
}

/** The theme of this device: the chosen one, or `system`. */
export const shownTheme = (): Theme => readAppearance().theme

/** Applies the designed appearance after local storage was cleared. */
export const forgetAppearance = (): void => applyChange()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, readAppearance, () => DESIGNED)
