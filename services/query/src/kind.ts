import type { historyPassage } from '@pathlight/contracts/history.ts'
import type { OverlayItems, OverlayName } from '@pathlight/contracts/kind-shapes.ts'
import type { AnyItemKind } from '@pathlight/domain/item-kind.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Document, ReadModel, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { z } from 'zod'
import type { Listed } from './list-page.ts'
import type { OverlayKind } from './overlay-kind.ts'
import type { Paper } from './paper.ts'
import type { Numbering } from './place-on-verses.ts'
import type { Searched } from './writing/searched.ts'

/** The passage of an item; null: the item has no passage. */
export type Place = z.infer<typeof historyPassage> | null

export type KindDependencies = {
  readonly readModels: ReadModelStore
  readonly sessions: Sessions
  readonly numbering: Numbering
}

/** An event of the kind. A kind gets only the events that its `item` lists. */
// biome-ignore lint/suspicious/noExplicitAny: no other type holds the events of every kind
type AnyEvent = any

/** How the items of a kind on a chapter are read, and the name of their list in the overlay. */
export type OnChapter<Name extends OverlayName = OverlayName> = {
  readonly [Each in Name]: {
    readonly name: Each
    readonly items: (readModels: ReadModelStore, numbering: Numbering) => OverlayKind<OverlayItems[Each]>
  }
}[Name]

/** A kind of item as this service knows it. Each kind is one value in its folder, and `kinds.ts` lists them. */
export type Kind = {
  readonly item: AnyItemKind
  readonly projections: readonly AnyProjection[]
  /**
   * The read model, with one document for each item, in which a person's items are counted; null: the items do not
   * count (settings).
   */
  readonly counted: ReadModel<Document> | null
  /**
   * The read model with complete items, and the length of the longest item, in characters; null: a person has at most
   * one item, which is read from its stream.
   */
  readonly whole: { readonly model: ReadModel<Document & Listed>; readonly longest: number } | null
  /** Makes the items findable in the search of a person's writing; null: the search leaves them out. */
  readonly searched: Searched | null
  /** Writes the items in the Markdown export; null: the export leaves them out. */
  readonly paper: Paper | null
  /** Reads the items for the overlay of a chapter; null: the overlay leaves them out. */
  readonly onChapter: OnChapter | null
  /** The passage of an event's item. The function must not read personal fields. */
  readonly passageOf: (event: AnyEvent) => Place
  /**
   * The item's first words, for the list of changes; null: the event does not have them. `id`: the item's id, where the
   * event is about several items.
   */
  readonly excerptOf: (event: AnyEvent, id?: string) => string | null
  /** Maps an item of a history to the form in which the API answers it. Absent: `asShown` maps the item. */
  readonly onWire?: (item: never) => object
  readonly routes: (app: App, dependencies: KindDependencies) => void
}
