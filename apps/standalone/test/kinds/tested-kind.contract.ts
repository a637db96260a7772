import type fc from 'fast-check'
import type { Answer, AppUnderTest } from '../app-under-test.contract.ts'
import type { Calls, Person } from '../calls/call.contract.ts'

type Item = Record<string, unknown>

/** How tests that kill the app and its stores write a kind and read it again. */
type UnderFire = {
  /** Where one is added, and with what: `id` is its id, `verseId` a verse of John, `nth` counts what this person wrote, `own` what they wrote of this kind. */
  readonly add: string
  readonly body: (one: { id: string; verseId: number; nth: number; own: number }) => object
  /** The event that adds one, and the field of its id there. */
  readonly event: readonly [type: string, idField: string]
  /** What stands on a chapter of John, if it can be asked for; its names in the overlay, where this has the item whole, and among the counts. */
  readonly onChapter?: (chapter: number) => string
  readonly overlay?: string
  readonly count?: string
}

/** All that tests over every kind must know of one. */
export type TestedKind<Words = unknown> = {
  /** A row for each of its routes. */
  readonly calls: Calls
  /** Where all that a person has are listed; null: a person has one. */
  readonly list: string | null
  /** Whatever an item may say. */
  readonly words: fc.Arbitrary<Words>
  /** What an item says first, and after an edit. */
  readonly life: { readonly begin: Words; readonly edited: Words }
  /** Items of another `nth` stand beside each other; those of the same take the same place, where a place can be taken. */
  readonly add: (who: Person, words: Words, nth: number) => Promise<Answer>
  readonly edit?: (who: Person, id: string, words: Words) => Promise<Answer>
  readonly remove?: (who: Person, id: string) => Promise<Answer>
  /** The item, as the answer to a write or a restore has it. */
  readonly item: (answer: Answer) => Item
  /** Some items for an export: how many there are then, after how many changes, and in which files the Korean Markdown has them. */
  readonly some: {
    /** Answers the ids that tests ask for. */
    readonly write: (who: Person) => Promise<Readonly<Record<string, string>>>
    readonly items: number
    readonly changes: number
    readonly files: (day: string) => readonly string[]
  }
  /** Of a kind with tags: where one is added and with what, where it is changed, and what a change says that changes nothing. */
  readonly tagged?: {
    readonly add: string
    readonly body: object
    readonly one: (id: string) => string
    readonly same: object
  }
  /** Tests of what is promised over HTTP of this kind alone. */
  readonly alone?: (running: () => AppUnderTest) => void
  /** Absent: a person has one, and cannot have many written. */
  readonly underFire?: UnderFire
}

/** A kind, without the type of its words, which only it needs. */
export const tested = <Words>(kind: TestedKind<Words>): TestedKind => kind as unknown as TestedKind
