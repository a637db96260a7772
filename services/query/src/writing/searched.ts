import type { WritingKind } from '@pathlight/contracts/kind-rules.ts'
import type { Mentions } from '@pathlight/contracts/mentions-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'

/** A document of the read model that the kind names as `whole`. A kind gets only its own documents. */
// biome-ignore lint/suspicious/noExplicitAny: no other type holds the documents of every kind
type AnyDocument = any

/** The search's view of a kind. All functions get documents of the kind's `whole`. */
export type Searched = {
  /** The name of the kind's list. */
  readonly name: WritingKind
  /** The text in which the search looks for an item. The kind's own list searches the same text. */
  readonly findable: (document: AnyDocument) => string
  /** The words that people wrote, for display in a result. */
  readonly words: (document: AnyDocument) => { readonly title: string | null; readonly text: string }
  /**
   * The verses and items that a document's text names. Absent: the search does not look for such names in this kind.
   */
  readonly mentions?: (document: AnyDocument) => Mentions
  /** The passage of the item; null: the item has no passage. */
  readonly passage: (document: AnyDocument) => FoundWriting['passage']
  /** The time of the item's last change, in ISO 8601, UTC. */
  readonly changedAt: (document: AnyDocument) => string
  /** The item's colour, #RRGGBB or SETTINGS_COLOR; null: the kind has no colours. */
  readonly color: ((document: AnyDocument) => string) | null
}
