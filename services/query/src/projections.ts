import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import { audit } from './audit/projection.ts'
import { changes, lastKnown } from './changes.ts'
import { kinds } from './kinds.ts'
import { taggedItems } from './tags/tagged-items.ts'

/**
 * The read models over all kinds: the history, the tags, and the audit. An older projector beside a newer command service passes over events
 * of types that it does not know. So the version of each read model grows with the number of types that it handles, and a program that
 * knows more types builds the read model anew. No type is ever taken out of `handles`, because existing logs have events of it.
 */
const overAllKinds = [changes, lastKnown, taggedItems as AnyProjection, audit as AnyProjection].map(
  (projection): AnyProjection => ({ ...projection, version: projection.version + projection.handles.length }),
)

/** Every read model there is: those of each kind of item, and those over all kinds. */
export const projections: readonly AnyProjection[] = [...kinds.flatMap((kind) => kind.projections), ...overAllKinds]
