import type { LogEvent, Recorded } from '@pathlight/event-log/event-log.ts'
import type { Document, ReadModel } from './read-model-store.ts'

/**
 * A projection: how events become documents. `ids` returns the ids of the documents that an event changes. `evolve` is
 * pure, and returns one of these documents as it is after the event (null: the event removes it). `version` must be
 * raised if old events would now give other documents. A person's document has the person's id as `user_id`, so that
 * closing the account removes it.
 */
export interface Projection<D extends Document, E extends LogEvent> extends ReadModel<D> {
  /**
   * The version of the read model, from 1. If the stored version is lower, the read model is rebuilt from the log, and
   * the stored one stays readable meanwhile. If the stored version is higher, the opening is refused.
   */
  readonly version: number
  readonly handles: readonly E['type'][]
  /**
   * Types of events that remove the documents that `ids` names. Such an event is applied even if its stream is parked,
   * so that no reader sees what its owner has deleted. `evolve` is not called for it. For these types, `ids` must not
   * read personal fields, because they may be unreadable.
   */
  readonly removes?: readonly E['type'][]
  /**
   * The documents stay when accounts are closed. The projection also gets events without their personal fields
   * (`Recorded.unreadable`), and the event that closes an account. Its documents have no `user_id`.
   */
  readonly outlivesPeople?: true
  ids(event: Recorded<E>): string | readonly string[]
  evolve(doc: D | null, event: Recorded<E>, id: string): D | null
}

export type AnyProjection = Projection<Document, LogEvent>
