import type { AnyAggregate } from '@pathlight/domain/aggregate.ts'
import type { AnyItemKind } from '@pathlight/domain/item-kind.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { KnownTexts } from './verse-place.ts'
import type { Writer } from './writer.ts'

export type KindDependencies = { readonly log: EventLog; readonly sessions: Sessions } & KnownTexts

/** The person who gets an imported item, and the Bible texts of this server. */
export type ImportedTo = { readonly userId: string } & KnownTexts

/** A kind of item as this service knows it. Each kind is one value in its folder, and `kinds.ts` lists them. */
export type Kind = {
  readonly item: AnyItemKind
  /** The read model with one document an item, in which a person's items are counted for quotas; null: items are not counted. */
  readonly counted: string | null
  /** Decides the commands of the kind's calls, and `Restore` and `Import`. */
  readonly aggregate: AnyAggregate
  /** What Restore and Import need to know besides the time, read when they run (the verse's text today). Absent: they need nothing. */
  readonly restoreFacts?: (item: never, texts: KnownTexts) => object
  /** The writer of a Restore, where some conditions of the request do not apply (If-Match). Absent: the writer of the request. */
  readonly restoredBy?: (writer: Writer) => Writer
  /** An item as the call that edits it answers it. Absent: the item itself. */
  readonly answer?: (item: never) => object
  /**
   * Makes an item of an import file (contracts/import.ts) one of this person's, by today's rules. Throws RuleBroken or ZodError. Its
   * revision means nothing.
   */
  readonly imported: (sent: unknown, to: ImportedTo) => object | Promise<object>
  /** An imported item that differs from the person's own is stored as a copy, under another id. Absent: such an item is left out. */
  readonly keptBeside?: true
  /** Adds the calls that write items of the kind. */
  readonly routes: (app: App, dependencies: KindDependencies) => void
}
