import type { WritingKind } from '@pathlight/contracts/kind-rules.ts'
import type { Mentions } from '@pathlight/contracts/mentions-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'

/** A kind reads its own documents only; its `whole` says which. */
// biome-ignore lint/suspicious/noExplicitAny: no other type holds the documents of every kind
type AnyDocument = any

/** How a search over all that a person wrote finds the items of a kind. Each is a document of the kind's `whole`. */
export type Searched = {
  /** What its list is called. */
  readonly name: WritingKind
  /** By what its own list finds it, too. */
  readonly findable: (document: AnyDocument) => string
  /** What people wrote, and what is shown of it. */
  readonly words: (document: AnyDocument) => { readonly title: string | null; readonly text: string }
  /** What its text names; absent: the kind has no texts. */
  readonly mentions?: (document: AnyDocument) => Mentions
  /** Where it stands; null: nowhere. */
  readonly passage: (document: AnyDocument) => FoundWriting['passage']
  /** When it was last changed, in ISO 8601, UTC. */
  readonly changedAt: (document: AnyDocument) => string
  /** #RRGGBB, or SETTINGS_COLOR; null: the kind has no colours. */
  readonly color: ((document: AnyDocument) => string) | null
}
