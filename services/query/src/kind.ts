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

/** Where an item stands; null: nowhere. */
export type Place = z.infer<typeof historyPassage> | null

export type KindDependencies = {
  readonly readModels: ReadModelStore
  readonly sessions: Sessions
  readonly numbering: Numbering
}

/** A kind reads its own events only; its `item` says which. */
// biome-ignore lint/suspicious/noExplicitAny: no other type holds the events of every kind
type AnyEvent = any

/** What a kind has on a chapter, and under which name the overlay and the counts show it. */
export type OnChapter<Name extends OverlayName = OverlayName> = {
  readonly [Each in Name]: {
    readonly name: Each
    readonly items: (readModels: ReadModelStore, numbering: Numbering) => OverlayKind<OverlayItems[Each]>
  }
}[Name]

/**
 * All that this service knows of a kind of item. Each kind is one value, in its folder. `kinds.ts` lists them. What is
 * done for every kind is a loop over that list.
 */
export type Kind = {
  /** Its events and its name. */
  readonly item: AnyItemKind
  /** Its read models. */
  readonly projections: readonly AnyProjection[]
  /**
   * The read model with one document an item, in which a person's items are counted; null: they are not counted
   * (settings are one a person).
   */
  readonly counted: ReadModel<Document> | null
  /**
   * The read model with all of each item, and how long one may be (LONGEST): what an export reads. null: a person has one item of it at
   * most, which is read from its stream.
   */
  readonly whole: { readonly model: ReadModel<Document & Listed>; readonly longest: number } | null
  /** How a search over everything that a person wrote finds it; null: it does not. */
  readonly searched: Searched | null
  /** How it is written for people in an export; null: it is not. */
  readonly paper: Paper | null
  /** null: it does not stand on the verses of a chapter. */
  readonly onChapter: OnChapter | null
  /** Where the item of an event stands. Reads no personal field. */
  readonly passageOf: (event: AnyEvent) => Place
  /**
   * How the item's words begin, in a history of all that a person changed; null: the event does not carry them. `id`: of an event that is
   * about another item of its stream, which item is meant.
   */
  readonly excerptOf: (event: AnyEvent, id?: string) => string | null
  /** An item as its calls show it. Without it: as it is. */
  readonly onWire?: (item: never) => object
  /** The calls that read it. */
  readonly routes: (app: App, dependencies: KindDependencies) => void
}
