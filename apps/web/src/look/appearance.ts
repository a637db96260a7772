import { useSyncExternalStore } from 'react'
import { deviceStorage } from '../device/device-storage.ts'

declare global {
  interface Window {
    /** From public/appearance.js: puts what is saved on the page. */
    applyAppearance?: () => void
  }
}

export const THEMES = ['light', 'sepia', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

/** Multiples of the designed text size (19 px). */
export const SIZES = [0.85, 1, 1.15, 1.3, 1.5] as const
/** Multiples of the designed line height. */
export const LEADINGS = [0.88, 1, 1.14] as const

export type Appearance = { readonly theme: Theme; readonly size: number; readonly leading: number }

const KEY = 'appearance'
const DESIGNED: Appearance = { theme: 'system', size: 1, leading: 1 }

const parse = (saved: string | null): Appearance => {
  try {
    const { theme, size, leading } = { ...DESIGNED, ...JSON.parse(saved ?? '{}') }
    return {
      theme: THEMES.includes(theme) ? theme : DESIGNED.theme,
      size: SIZES.includes(size) ? size : DESIGNED.size,
      leading: LEADINGS.includes(leading) ? leading : DESIGNED.leading,
    }
  } catch {
    return DESIGNED
  }
}

const listeners = new Set<() => void>()
let known: { saved: string | null; appearance: Appearance } | null = null

/** The appearance that is saved on this device; the designed one where nothing (or nonsense) is saved. */
const readAppearance = (): Appearance => {
  const saved = deviceStorage.get(KEY)
  // The same object for the same saved text: useSyncExternalStore compares by identity.
  if (known?.saved !== saved) known = { saved, appearance: parse(saved) }
  return known?.appearance ?? DESIGNED
}

const changed = () => {
  window.applyAppearance?.()
  for (const listener of listeners) listener()
}

/** Saves on this device and shows it at once. */
export const changeAppearance = (change: Partial<Appearance>): void => {
  deviceStorage.set(KEY, JSON.stringify({ ...readAppearance(), ...change }))
  changed()
}

/** After local storage was cleared: back to the designed look. */
export const forgetAppearance = (): void => changed()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, readAppearance, () => DESIGNED)
