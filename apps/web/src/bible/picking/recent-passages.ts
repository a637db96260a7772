import { findBook } from '@pathlight/scripture/books.ts'
import { deviceStorage } from '../../device/device-storage.ts'

const KEY = 'passages.recent'
/** So many chapters are remembered. */
const MOST = 6

export type Chapter = { readonly book: string; readonly chapter: number }

/** The chapters that were read last on this device, newest first. Nonsense among them is left out. */
export const recentPassages = (): readonly Chapter[] => {
  try {
    const kept: unknown = JSON.parse(deviceStorage.get(KEY) ?? '[]')
    return (Array.isArray(kept) ? kept : []).filter(
      (one): one is Chapter => findBook(one?.book ?? '') !== null && Number.isInteger(one.chapter) && one.chapter > 0,
    )
  } catch {
    return []
  }
}

/** Remembers a chapter that is being read. */
export const rememberPassage = ({ book, chapter }: Chapter): void => {
  const others = recentPassages().filter((one) => one.book !== book || one.chapter !== chapter)
  deviceStorage.set(KEY, JSON.stringify([{ book, chapter }, ...others].slice(0, MOST)))
}
