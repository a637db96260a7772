import type { Location } from 'react-router-dom'
import type { ReaderState } from './reader-state.ts'

/**
 * How the person came to what is shown. `verse`: to the verse that is chosen. `passage`: to a chapter. `onward`: they
 * turned to it or go on reading; if they had been there, they are where they were. `stay`: they have gone nowhere.
 */
export type Coming = 'verse' | 'passage' | 'onward' | 'stay'

/** What the reader writes into the browser's history, so that a reload and the way back find it. */
export type Visit = {
  readonly reader: ReaderState
  readonly coming: Coming
  /** The history entry; it stays the same when what is in it changes. */
  readonly entry: string
  /** How much lies over the page (ui/use-back-closes.ts). */
  readonly layers?: number | undefined
}

/** An older release wrote choices of another shape. */
const isChoice = (choice: unknown): boolean => {
  const { by, verses, words } = (choice ?? {}) as { by?: unknown; verses?: unknown; words?: unknown }
  return Array.isArray(by === 'verses' ? verses : words)
}

/** What was written in this place of the history; null where the person came by an address. */
export const visitOf = ({ state, key }: Pick<Location, 'state' | 'key'>): Visit | null => {
  const { reader, coming = 'stay', entry = key } = (state ?? {}) as Partial<Visit>
  if (!(Array.isArray(reader?.columns) && reader.columns.length > 0)) return null
  return {
    reader: reader.choice === null || isChoice(reader.choice) ? reader : { ...reader, choice: null },
    coming,
    entry,
  }
}

/** The history entry at which the tab is. */
export const entryOf = (location: Pick<Location, 'state' | 'key'>): string => visitOf(location)?.entry ?? location.key
