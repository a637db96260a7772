import type { LogEvent, Recorded } from '@pathlight/event-log/event-log.ts'
import type { Document, ReadModel } from './read-model-store.ts'

/**
 * How events become documents, and the handle by which readers find them. `evolve` is pure and sees one document at a time; an
 * event may concern several (`ids`). `version` is raised when old events would give other documents. A person's document has their
 * id as `user_id`, so that it can be removed with them.
 */
export interface Projection<D extends Document, E extends LogEvent> extends ReadModel<D> {
  /** From 1. If it differs from the stored version, the read model is built again from the log, beside the present one. */
  readonly version: number
  readonly handles: readonly E['type'][]
  /**
   * Events that remove their documents, in whatever state these are. They are applied even if the stream is parked, so that no
   * reader sees what its owner deleted. `evolve` is not called for them, and `ids` must not read what may be broken.
   */
  readonly removes?: readonly E['type'][]
  /**
   * It records events without their personal fields, also after people have left. So it gets events of people whose key is gone
   * (`Recorded.unreadable`), and the event that closes an account. Its documents have no `user_id`, and stay.
   */
  readonly outlivesPeople?: true
  ids(event: Recorded<E>): string | readonly string[]
  evolve(doc: D | null, event: Recorded<E>, id: string): D | null
}

export type AnyProjection = Projection<Document, LogEvent>
