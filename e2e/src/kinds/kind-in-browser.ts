import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Item } from '@pathlight/web/api/pending-write.ts'
import type { KindName } from '@pathlight/web/study/kind.ts'
import type { Locator, Page } from 'playwright-core'
import { KIND_NAMES } from '../pages.ts'

/** An action of a person while the server is away. */
export type Deed = {
  readonly name: string
  readonly does: (page: Page) => Promise<unknown>
  /** Matches the row of the action in the list of waiting writes. */
  readonly waits: RegExp
}
export type WrittenAway = {
  /** Before the server goes away: adds an item to change and an item to remove, if the kind allows both. */
  readonly bring?: (page: Page) => Promise<unknown>
  /** Opens items that have pages of their own, so that this device stores them. */
  readonly see?: (page: Page) => Promise<unknown>
  /** The actions on items of the kind while the server is away, each with a check of the page. */
  readonly deeds: readonly Deed[]
  /** The address of the kind's list, and what the server's answer must match after everything was sent. */
  readonly served: readonly [path: string, answer: RegExp]
}

/** An item of any kind. Its kind says which fields it has. */
export type AnyItem = Item & Readonly<Record<string, unknown>>
/** Values for invented items. The random values are the same in each run. */
export type MadeUp = {
  readonly person: string
  /** Returns an integer from 0 to `most` - 1. */
  readonly below: (most: number) => number
  readonly one: <T>(some: readonly T[]) => T
  readonly words: () => string
  /** Returns the id of a verse of John 3. */
  readonly verse: () => number
  /** Returns the present time, ISO 8601, UTC. */
  readonly now: () => string
}

/** A kind, for the journeys over all kinds: the value `kind` in kinds/<name>.ts. */
export type KindInBrowser = {
  /** The address of the kind's list page. */
  readonly list: string
  /** An item that a phone stores for offline use. `looked`: words by which the search in all kinds finds the item. */
  readonly kept: {
    readonly bring: (page: Page) => Promise<unknown>
    /** The label of the search field on the list page. */
    readonly search: string
    /** Words of the item on the list page. */
    readonly shows: string
    readonly looked: string
  }
  readonly away: WrittenAway
  /** Makes a new item as the kind's page does, and edits one. `edit` is null if only the tags can be changed. */
  readonly week: {
    readonly make: (of: MadeUp) => AnyItem
    readonly edit: ((item: AnyItem, of: MadeUp) => AnyItem) | null
  }
  /** How another device adds and edits an item, and how the list page shows it. */
  readonly live: {
    readonly add: (page: Page) => Promise<{ id: string }>
    readonly edit?: (page: Page, id: string) => Promise<unknown>
    readonly path: (id: string) => string
    readonly shown: (page: Page, edited: boolean) => Locator
    /**
     * Adds an item in the place of the removed one, so that the removed one cannot be restored. Absent if no other item
     * of the kind can prevent that.
     */
    readonly takePlace?: (page: Page) => Promise<unknown>
  }
}

const kindOf = async (name: string): Promise<KindInBrowser> =>
  ((await import(pathToFileURL(join(import.meta.dirname, `${name}.ts`)).href)) as { readonly kind: KindInBrowser }).kind

/** All kinds by name. apps/standalone/test/kinds/tested-kinds.test.ts fails if a kind has no file in this folder. */
export const KINDS_IN_BROWSER = Object.fromEntries(
  await Promise.all(KIND_NAMES.map(async (name) => [name, await kindOf(name)] as const)),
) as Readonly<Record<KindName, KindInBrowser>>
