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

/** A kind reads its own events only; its `item` says which. */
// biome-ignore lint/suspicious/noExplicitAny: no other type holds the events of every kind
type AnyEvent = any

/** How the items of a kind on a chapter are read, and the name of their list in the overlay and the counts. */
export type OnChapter<Name extends OverlayName = OverlayName> = {
  readonly [Each in Name]: {
    readonly name: Each
    readonly items: (readModels: ReadModelStore, numbering: Numbering) => OverlayKind<OverlayItems[Each]>
  }
}[Name]

/** A kind of item as this service knows it. Each kind is one value in its folder, and `kinds.ts` lists them. */
export type Kind = {
  /** Its events and its name. */
  readonly item: AnyItemKind
  /** Its read models. */
  readonly projections: readonly AnyProjection[]
  /**
   * The read model with one document for each item, in which a person's items are counted; null: they are not counted (a person has
   * one document of settings).
   */
  readonly counted: ReadModel<Document> | null
  /**
   * The read model with complete items, and the longest item, in characters. An export reads it. null: a person has at most one
   * item, which is read from its stream.
   */
  readonly whole: { readonly model: ReadModel<Document & Listed>; readonly longest: number } | null
  /** How the search over all of a person's writing finds the items; null: it does not. */
  readonly searched: Searched | null
  /** How the Markdown export writes the items; null: it leaves them out. */
  readonly paper: Paper | null
  /** null: its items are not shown on a chapter. */
  readonly onChapter: OnChapter | null
  /** The passage of the item that an event is about. Reads no personal field. */
  readonly passageOf: (event: AnyEvent) => Place
  /**
   * The beginning of the item's words, for the list of changes; null: the event does not have them. `id`: the item, if the event is
   * about another one.
   */
  readonly excerptOf: (event: AnyEvent, id?: string) => string | null
  /** The item as its calls answer it. Absent: the item itself. */
  readonly onWire?: (item: never) => object
  /** Adds the calls that read it. */
  readonly routes: (app: App, dependencies: KindDependencies) => void
}
