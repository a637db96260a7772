import type { Location } from 'react-router-dom'
import type { ReaderState } from './reader-state.ts'

/**
 * How the person came to the passage. `verse`: to chosen verses. `passage`: to a chapter. `onward`: by turning the page
 * or opening the reader, so a chapter that the person has read opens where they left it. `stay`: the person did not
 * move.
 */
export type Coming = 'verse' | 'passage' | 'onward' | 'stay'

/** The reader's state in a history entry, for reloading and going back. public/before-scripts.js reads its columns. */
export type Visit = {
  readonly reader: ReaderState
  readonly coming: Coming
  /** The name of the history entry. It stays the same when the entry's state changes. */
  readonly entry: string
  /** The number of layers over the page, such as dialogs (ui/use-back-closes.ts). */
  readonly layers?: number | undefined
}

/** Whether a saved choice has the present form. An older release saved choices in another form. */
const isChoice = (choice: unknown): boolean => {
  const { by, verses, words } = (choice ?? {}) as { by?: unknown; verses?: unknown; words?: unknown }
  return Array.isArray(by === 'verses' ? verses : words)
}

/** The state saved in a location. Null if the location has none, as when the person came by an address. */
export const visitOf = ({ state, key }: Pick<Location, 'state' | 'key'>): Visit | null => {
  const { reader, coming = 'stay', entry = key } = (state ?? {}) as Partial<Visit>
  if (!(Array.isArray(reader?.columns) && reader.columns.length > 0)) return null
  return {
    reader: reader.choice === null || isChoice(reader.choice) ? reader : { ...reader, choice: null },
    coming,
    entry,
  }
}

/** The name of a location's history entry. */
export const entryOf = (location: Pick<Location, 'state' | 'key'>): string => visitOf(location)?.entry ?? location.key
