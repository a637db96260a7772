import type { User } from '@pathlight/contracts/accounts.ts'
import { createContext } from 'react'
import type { Versions } from '../../bible/versions-query.ts'
import type { KeptKind } from '../../study/offline-kind.ts'

/** What the entries of an open pad stand in: the same object as long as it says the same, so that rows need not be drawn again. */
export type PadAround = {
  readonly owner: User
  /** The id of the pad. */
  readonly padId: string
  /** Null while they come. */
  readonly kinds: readonly KeptKind[] | null
  readonly versions: Versions | undefined
  /** All of it is to be there, as it is printed: also what is far from the screen, and the rest of long passages. */
  readonly isWhole: boolean
}

export const Around = createContext<PadAround | null>(null)
