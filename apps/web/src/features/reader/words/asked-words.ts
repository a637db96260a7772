import { observable } from '../../../device/observable.ts'
import type { Chosen } from '../../../study/study-kind.ts'

type AskedWords = { readonly column: Chosen['column']; readonly verse: number }

/**
 * The request of a button outside of the text to show the original words of a verse in a column. Null once
 * words-beneath.tsx has taken the request.
 */
export const askedWords = observable<AskedWords | null>(null)
