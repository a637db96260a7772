import type { LogEvent, Recorded } from '@pathlight/event-log/event-log.ts'
import type { Document, ReadModel } from './read-model-store.ts'

/**
 * How events become documents, and the handle by which readers find them. `evolve` is pure and sees one document at a time; an
 * event may concern several (`ids`). `version` goes up when the documents of old events would come out differently. A document
 * that is a person's has their id as `user_id`, so that it can be removed with them.
 */
export interface Projection<D extends Document, E extends LogEvent> extends ReadModel<D> {
  /** From 1. One that differs from the stored one's makes the read model anew from the log, beside the one that is read. */
  readonly version: number
  readonly handles: readonly E['type'][]
  /**
   * Events that take their documents away, whatever these have become. They are applied also where the stream is
   * parked, so that no reader sees what its owner deleted. Such an event does without `evolve`, and `ids` must do
   * without what may be broken.
   */
  readonly removes?: readonly E['type'][]
  /**
   * It tells of events without their personal fields, and goes on telling of people who left. So it also gets the
   * events of people whose key is gone (`Recorded.unreadable`), and the event that closes an account. Its documents
   * have no `user_id`, and stay.
   */
  readonly outlivesPeople?: true
  ids(event: Recorded<E>): string | readonly string[]
  evolve(doc: D | null, event: Recorded<E>, id: string): D | null
}

export type AnyProjection = Projection<Document, LogEvent>
