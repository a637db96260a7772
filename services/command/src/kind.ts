import type { AnyAggregate } from '@pathlight/domain/aggregate.ts'
import type { AnyItemKind } from '@pathlight/domain/item-kind.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { Accounts } from '@pathlight/identity/identity.ts'
import type { KnownTexts } from './verse-place.ts'
import type { Writer } from './writer.ts'

export type KindDependencies = {
  readonly log: EventLog
  readonly sessions: Sessions
  readonly identity: Pick<Accounts, 'setLanguage'>
} & KnownTexts

/** The person who gets an imported item, and the Bible texts of this server. */
export type ImportedTo = { readonly userId: string } & KnownTexts

/** A kind of item as this service knows it. Each kind is one value in its folder, and `kinds.ts` lists them. */
export type Kind = {
  readonly item: AnyItemKind
  /**
   * The read model, with one document for each item, in which a person's items are counted for quotas; null: the items
   * do not count.
   */
  readonly counted: string | null
  /** Decides the commands of the kind's calls, and `Restore` and `Import`. */
  readonly aggregate: AnyAggregate
  /**
   * Facts that Restore and Import need besides the time, such as the verse's installed text. Absent: the commands need
   * none.
   */
  readonly restoreFacts?: (item: never, texts: KnownTexts) => object
  /**
   * Makes the writer of a Restore from the request's writer. For example, the Restore of a highlight drops If-Match.
   * Absent: the request's writer.
   */
  readonly restoredBy?: (writer: Writer) => Writer
  /** Called after a Restore or an Import has written an item. Absent: there is nothing else to do. */
  readonly written?: (userId: string, item: never, identity: KindDependencies['identity']) => Promise<void>
  /** Maps an item to the answer of the call that edits the item. Absent: the item is the answer. */
  readonly answer?: (item: never) => object
  /**
   * Validates an item of an import file by the present rules. The revision of the result means nothing. Throws
   * RuleBroken or ZodError.
   */
  readonly imported: (sent: unknown, to: ImportedTo) => object | Promise<object>
  /**
   * An imported item that differs from the person's own is stored as a copy under another id. Absent: such an item is
   * left out.
   */
  readonly keptBeside?: true
  readonly routes: (app: App, dependencies: KindDependencies) => void
}
