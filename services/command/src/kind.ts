import type { AnyAggregate } from '@pathlight/domain/aggregate.ts'
import type { AnyItemKind } from '@pathlight/domain/item-kind.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { KnownTexts } from './verse-place.ts'
import type { Writer } from './writer.ts'

export type KindDependencies = { readonly log: EventLog; readonly sessions: Sessions } & KnownTexts

/** The person who gets an imported item, and the texts that are here to be written on. */
export type ImportedTo = { readonly userId: string } & KnownTexts

/** All that this service knows of a kind of item: one value in its folder; `kinds.ts` lists them. */
export type Kind = {
  readonly item: AnyItemKind
  /** The read model with one document of each, in which a person's items are counted; null: they are not counted. */
  readonly counted: string | null
  /** Takes the command `Restore` of an item of this kind. */
  readonly aggregate: AnyAggregate
  /** What Restore must know of the time when it is carried out, beside the time. Without it: nothing. */
  readonly restoreFacts?: (item: never, texts: KnownTexts) => object
  /** Under which conditions Restore is carried out. Without it: those of the request. */
  readonly restoredBy?: (writer: Writer) => Writer
  /** An item as editing it answers it. Without it: as it is. */
  readonly answer?: (item: never) => object
  /**
   * An item that a file has (contracts/import.ts) as one of this person's, by the rules of today. Throws RuleBroken, or a ZodError. Its
   * revision says nothing.
   */
  readonly imported: (sent: unknown, to: ImportedTo) => object | Promise<object>
  /** Whether one that differs from what is here is kept beside it, under an id of its own. Without it: what is here stays alone. */
  readonly keptBeside?: true
  /** The calls that change it. */
  readonly routes: (app: App, dependencies: KindDependencies) => void
}
