import type fc from 'fast-check'
import type { Answer, AppUnderTest } from '../app-under-test.contract.ts'
import type { Calls, Person } from '../calls/call.contract.ts'

type Item = Record<string, unknown>

/** How tests that kill the app and its stores write and read items of a kind. */
type UnderFire = {
  /**
   * The address and body that add an item. `id`: the item's id. `verseId`: a verse of John. `nth`: how many items of
   * any kind the person has written. `own`: how many items of this kind.
   */
  readonly add: string
  readonly body: (one: { id: string; verseId: number; nth: number; own: number }) => object
  /** The event that adds an item, and the field with the item's id. */
  readonly event: readonly [type: string, idField: string]
  /**
   * The call for the items on a chapter of John, the name of their list in the overlay, and the name of their count.
   * Absent: there is none.
   */
  readonly onChapter?: (chapter: number) => string
  readonly overlay?: string
  readonly count?: string
}

/** The facts about a kind that the tests over all kinds need. */
export type TestedKind<Words = unknown> = {
  /** A row for each route of the kind. */
  readonly calls: Calls
  /** The address of the list of a person's items; null: a person has only one item. */
  readonly list: string | null
  readonly words: fc.Arbitrary<Words>
  /** The words of a new item, and its words after an edit. */
  readonly life: { readonly begin: Words; readonly edited: Words }
  /**
   * Adds an item. `nth` chooses the item's place, if a place has at most one item of the kind (for example the chapter
   * of a bookmark). Other kinds ignore `nth`.
   */
  readonly add: (who: Person, words: Words, nth: number) => Promise<Answer>
  readonly edit?: (who: Person, id: string, words: Words) => Promise<Answer>
  readonly remove?: (who: Person, id: string) => Promise<Answer>
  /** The item in the answer to a write or a restore. */
  readonly item: (answer: Answer) => Item
  /**
   * Some items for an export, with their number, the number of their changes, and the files that the Markdown export in
   * Korean has for them.
   */
  readonly some: {
    /** Writes the items. Answers the ids that tests need. */
    readonly write: (who: Person) => Promise<Readonly<Record<string, string>>>
    readonly items: number
    readonly changes: number
    readonly files: (day: string) => readonly string[]
  }
  /**
   * For a kind with tags: the address and body that add an item, the address of an item, and a change without an
   * effect.
   */
  readonly tagged?: {
    readonly add: string
    readonly body: object
    readonly one: (id: string) => string
    readonly same: object
  }
  /** The HTTP tests that only this kind has. */
  readonly alone?: (running: () => AppUnderTest) => void
  /** Absent: a person has only one item, so many cannot be written. */
  readonly underFire?: UnderFire
}

/** A kind without the type of its words, which only the kind itself needs. */
export const tested = <Words>(kind: TestedKind<Words>): TestedKind => kind as unknown as TestedKind
