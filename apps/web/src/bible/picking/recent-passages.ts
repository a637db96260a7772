import { findBook } from '@pathlight/scripture/books.ts'
import { deviceStorage } from '../../device/device-storage.ts'

const KEY = 'passages.recent'
/** At most this many chapters are stored. */
const MOST = 6

export type Chapter = { readonly book: string; readonly chapter: number }

/** The chapters that were last read on this device, newest first. Invalid ones are left out. */
export const recentPassages = (): readonly Chapter[] => {
  try {
    const saved: unknown = JSON.parse(deviceStorage.get(KEY) ?? '[]')
    return (Array.isArray(saved) ? saved : []).filter(
      (one): one is Chapter => findBook(one?.book ?? '') !== null && Number.isInteger(one.chapter) && one.chapter > 0,
    )
  } catch {
    return []
  }
}

/** Puts a chapter first in the list. The oldest chapters beyond MOST are dropped. */
export const rememberPassage = ({ book, chapter }: Chapter): void => {
  const others = recentPassages().filter((one) => one.book !== book || one.chapter !== chapter)
  deviceStorage.set(KEY, JSON.stringify([{ book, chapter }, ...others].slice(0, MOST)))
}
