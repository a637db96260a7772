import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'

/** A sermon to be exported: its head and its text. */
export type Exported = {
  readonly title: string
  readonly speaker: string
  /** The passage, in the language of the page. */
  readonly passage: string
  readonly language: string
  readonly content: RichText
}
