import type { User } from '@pathlight/contracts/accounts.ts'
import { createContext } from 'react'
import type { Versions } from '../../bible/versions-query.ts'
import type { KeptKind } from '../../study/offline-kind.ts'

/** The context of an open pad's entries. It stays the same object while its values do, so that rows are not rendered again. */
export type PadAround = {
  readonly owner: User
  /** The id of the pad. */
  readonly padId: string
  /** Null until they are loaded. */
  readonly kinds: readonly KeptKind[] | null
  readonly versions: Versions | undefined
  /** The pad is being printed, so everything is rendered: also what is far from the screen, and the rest of long passages. */
  readonly isWhole: boolean
}

export const Around = createContext<PadAround | null>(null)
