import { observable } from '../../../device/observable.ts'

type AskedWords = { readonly version: string; readonly verse: number }

/** The verse, and the version of its column, whose words a button outside the text asked for. Null once the words are open. */
export const askedWords = observable<AskedWords | null>(null)
