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

/** The passage of an item; null: it has none. */
export type Place = z.infer<typeof historyPassage> | null

export type KindDependencies = {
  readonly readModels: ReadModelStore
  readonly sessions: Sessions
  readonly numbering: Numbering
}

/** An event of the kind. A kind reads only its own events, which its `item` lists. */
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
  /** The kind's name and events. */
  readonly item: AnyItemKind
  readonly projections: readonly AnyProjection[]
  /**
   * The read model with one document for each item, in which a person's items are counted; null: items are not counted, because a person
   * has only one document (settings).
   */
  readonly counted: ReadModel<Document> | null
  /**
   * The read model with complete items, which exports read, and the length of the longest item, in characters. null: a person has at
   * most one item, which is read from its stream.
   */
  readonly whole: { readonly model: ReadModel<Document & Listed>; readonly longest: number } | null
  /** How the search over all of a person's writing finds the items; null: the search does not find them. */
  readonly searched: Searched | null
  /** How the Markdown export writes the items; null: the export leaves them out. */
  readonly paper: Paper | null
  /** null: the overlay of a chapter does not have the kind's items. */
  readonly onChapter: OnChapter | null
  /** The passage of the item that an event is about. Reads no personal field. */
  readonly passageOf: (event: AnyEvent) => Place
  /**
   * The item's first words, for the list of changes; null: the event has none of them. `id`: the item's id, if the event is about another
   * one.
   */
  readonly excerptOf: (event: AnyEvent, id?: string) => string | null
  /** The item as its calls answer it. Absent: the item itself. */
  readonly onWire?: (item: never) => object
  /** Adds the calls that read items of the kind. */
  readonly routes: (app: App, dependencies: KindDependencies) => void
}
