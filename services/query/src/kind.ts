import type { OverlayItems, OverlayName } from '@pathlight/contracts/overlay.ts'
import type { AnyItemKind } from '@pathlight/domain/item-kind.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Document, ReadModel, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { OverlayKind } from './overlay-kind.ts'
import type { Numbering } from './place-on-verses.ts'

export type KindDependencies = {
  readonly readModels: ReadModelStore
  readonly sessions: Sessions
  readonly numbering: Numbering
}

/** What a kind has on a chapter, and under which name the overlay and the counts show it. */
export type OnChapter<Name extends OverlayName = OverlayName> = {
  readonly [Each in Name]: {
    readonly name: Each
    readonly items: (readModels: ReadModelStore, numbering: Numbering) => OverlayKind<OverlayItems[Each]>
  }
}[Name]

/**
 * All that this service knows of a kind of item. Each kind is one value, in its folder; `kinds.ts` lists them, and what is done
 * for every kind is a loop over that list.
 */
export type Kind = {
  /** Its events and its name. */
  readonly item: AnyItemKind
  /** Its read models. */
  readonly projections: readonly AnyProjection[]
  /** The read model with one document an item, in which a person's items are counted; null: they are not (settings are one a person). */
  readonly counted: ReadModel<Document> | null
  /** null: it does not stand on the verses of a chapter. */
  readonly onChapter: OnChapter | null
  /** The calls that read it. */
  readonly routes: (app: App, dependencies: KindDependencies) => void
}
