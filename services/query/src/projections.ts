import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import { audit } from './audit/projection.ts'
import { changes, lastKnown } from './changes.ts'
import { kinds } from './kinds.ts'
import { taggedItems } from './tags/tagged-items.ts'

/**
 * The read models over all kinds: the history, the tags and the audit. A projector of an older program skips events of
 * types that it does not know. So the version of each read model grows with the number of types in `handles`, and a
 * program with more types builds the read model anew. No type is ever removed from `handles`, because existing logs
 * have events of it.
 */
const overAllKinds = [changes, lastKnown, taggedItems as AnyProjection, audit as AnyProjection].map(
  (projection): AnyProjection => ({ ...projection, version: projection.version + projection.handles.length }),
)

/** All read models: those of each kind, and those over all kinds. */
export const projections: readonly AnyProjection[] = [...kinds.flatMap((kind) => kind.projections), ...overAllKinds]
