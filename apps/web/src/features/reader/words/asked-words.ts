import { observable } from '../../../device/observable.ts'
import type { Chosen } from '../../../study/study-kind.ts'

type AskedWords = { readonly column: Chosen['column']; readonly verse: number }

/**
 * The verse whose original words a button outside of the text asked for, and the column of the choice. Null once
 * words-beneath.tsx has taken the request.
 */
export const askedWords = observable<AskedWords | null>(null)
