import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import { audit } from './audit/projection.ts'
import { changes, lastKnown } from './changes.ts'
import { kinds } from './kinds.ts'
import { taggedItems } from './tags/tagged-items.ts'

/** All read models: those of each kind of item, the history and the tags of all kinds, and the audit. */
export const projections: readonly AnyProjection[] = [
  ...kinds.flatMap((kind) => kind.projections),
  changes,
  lastKnown,
  taggedItems as AnyProjection,
  audit as AnyProjection,
]
