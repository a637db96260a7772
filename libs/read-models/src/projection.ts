import type { Event } from '@event-driven-io/emmett'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import type { Document } from './read-model-store.ts'

/**
 * How events become documents: one definition for every engine.
 *
 * `evolve` is pure and sees one document at a time; an event may concern several (`ids`). It must give the same result
 * whenever it is replayed. `version` goes up when the documents of old events would come out differently.
 */
export interface Projection<D extends Document, E extends Event> {
  /** lower_snake_case; also the name of the checkpoint. */
  readonly name: string
  /** From 1. A higher one than the stored makes the read model anew from the log. */
  readonly version: number
  readonly collection: string
  /** Lists of the documents' top-level fields. Plain strings: by `keyof D` no list of different projections could be typed. */
  readonly indexes?: readonly (readonly string[])[]
  readonly handles: readonly E['type'][]
  ids(event: Recorded<E>): string | readonly string[]
  evolve(doc: D | null, event: Recorded<E>, id: string): D | null
}
