import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import { auditChain } from './audit/digest.ts'
import { audit } from './audit/projection.ts'
import { changes, lastKnown } from './changes.ts'
import { kinds } from './kinds.ts'

/** Every read model there is: those of each kind of item, the history of all kinds, and the audit. */
export const projections: readonly AnyProjection[] = [
  ...kinds.flatMap((kind) => kind.projections),
  changes,
  lastKnown,
  audit as AnyProjection,
  auditChain as AnyProjection,
]
