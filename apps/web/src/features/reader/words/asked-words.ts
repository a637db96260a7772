import { observable } from '../../../device/observable.ts'

type AskedWords = { readonly version: string; readonly verse: number }

/** A verse in the column with this version whose words a button outside of the text asked for; null once they are open. */
export const askedWords = observable<AskedWords | null>(null)
