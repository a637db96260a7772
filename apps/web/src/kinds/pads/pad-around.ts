import type { User } from '@pathlight/contracts/accounts.ts'
import { createContext } from 'react'
import type { Versions } from '../../bible/versions-query.ts'
import type { KeptKind } from '../../study/offline-kind.ts'

/**
 * The context for the entries of an open pad. The object changes only with its values, so that rows are not rendered
 * again.
 */
export type PadAround = {
  readonly owner: User
  readonly padId: string
  /** Null while the kinds load. */
  readonly kinds: readonly KeptKind[] | null
  readonly versions: Versions | undefined
  /** Whether the pad is being printed. The content of every row is then rendered, with whole passages. */
  readonly isWhole: boolean
}

export const Around = createContext<PadAround | null>(null)
