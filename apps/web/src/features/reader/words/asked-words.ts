import { observable } from '../../../device/observable.ts'

type AskedWords = { readonly version: string; readonly verse: number }

/**
 * The verse whose original words a button outside of the text asked for, and the version of its column. Null once the
 * word sheet is open.
 */
export const askedWords = observable<AskedWords | null>(null)
