import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Item } from '@pathlight/web/api/pending-write.ts'
import type { KindName } from '@pathlight/web/study/kind.ts'
import type { Locator, Page } from 'playwright-core'
import { KIND_NAMES } from '../pages.ts'

/** Something that a person does while the server is away. */
export type Deed = {
  readonly name: string
  readonly does: (page: Page) => Promise<unknown>
  /** Its row in the list of waiting writes. */
  readonly waits: RegExp
}
export type WrittenAway = {
  /** Adds, before the server goes away, an item to change and one to remove, as far as the kind has both. */
  readonly bring?: (page: Page) => Promise<unknown>
  /** Opens items that have pages of their own, so that they are on the device. */
  readonly see?: (page: Page) => Promise<unknown>
  /** Everything that a person does with the kind: how, and what is visible at once. */
  readonly deeds: readonly Deed[]
  /** What the server has of it once everything is sent. */
  readonly served: readonly [path: string, answer: RegExp]
}

/** An item of any kind, with the fields that loops over all kinds need. */
export type AnyItem = Item & Readonly<Record<string, unknown>>
/** What is different in each item that is made up. It is the same in each run. */
export type MadeUp = {
  readonly person: string
  readonly below: (most: number) => number
  readonly one: <T>(some: readonly T[]) => T
  readonly words: () => string
  /** A verse of John 3. */
  readonly verse: () => number
  /** The present time, ISO 8601, UTC. */
  readonly now: () => string
}

/** All that the journeys over every kind must know of one: the value `kind` in kinds/<name>.ts. */
export type KindInBrowser = {
  /** The address of its list. */
  readonly list: string
  /** An item that a phone keeps offline. `looked`: words by which a search in all kinds finds it. */
  readonly kept: {
    readonly bring: (page: Page) => Promise<unknown>
    /** The label of the list's search. */
    readonly search: string
    /** Words of the item that the list shows. */
    readonly shows: string
    readonly looked: string
  }
  readonly away: WrittenAway
  /** A new item as the kind's page makes it, and the item after a change. `edit` null: only its tags can be changed. */
  readonly week: {
    readonly make: (of: MadeUp) => AnyItem
    readonly edit: ((item: AnyItem, of: MadeUp) => AnyItem) | null
  }
  /** How another device adds and changes an item, and what the list shows of it. */
  readonly live: {
    readonly add: (page: Page) => Promise<{ id: string }>
    readonly edit?: (page: Page, id: string) => Promise<unknown>
    readonly path: (id: string) => string
    readonly shown: (page: Page, edited: boolean) => Locator
    /** Takes the item's place while it is gone. Absent if its place cannot be taken. */
    readonly takePlace?: (page: Page) => Promise<unknown>
  }
}

const kindOf = async (name: string): Promise<KindInBrowser> =>
  ((await import(pathToFileURL(join(import.meta.dirname, `${name}.ts`)).href)) as { readonly kind: KindInBrowser }).kind

/** Each kind by its name, found by its file. apps/standalone/test/kinds/tested-kinds.test.ts fails for a kind without one. */
export const KINDS_IN_BROWSER = Object.fromEntries(
  await Promise.all(KIND_NAMES.map(async (name) => [name, await kindOf(name)] as const)),
) as Readonly<Record<KindName, KindInBrowser>>
