import type { WritingKind } from '@pathlight/contracts/kind-rules.ts'
import type { Mentions } from '@pathlight/contracts/mentions-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'

/** A kind reads its own documents only; its `whole` says which. */
// biome-ignore lint/suspicious/noExplicitAny: no other type holds the documents of every kind
type AnyDocument = any

/** How the search in all of a person's writing finds the items of a kind. Each document is of the kind's `whole`. */
export type Searched = {
  /** The name of its list. */
  readonly name: WritingKind
  /** The text that its own list searches, too. */
  readonly findable: (document: AnyDocument) => string
  /** The words that people wrote, for the result. */
  readonly words: (document: AnyDocument) => { readonly title: string | null; readonly text: string }
  /** The verses and items that its text names; absent: the kind has no text. */
  readonly mentions?: (document: AnyDocument) => Mentions
  /** Where it stands; null: nowhere. */
  readonly passage: (document: AnyDocument) => FoundWriting['passage']
  /** When it was last changed, in ISO 8601, UTC. */
  readonly changedAt: (document: AnyDocument) => string
  /** #RRGGBB, or SETTINGS_COLOR; null: the kind has no colours. */
  readonly color: ((document: AnyDocument) => string) | null
}
