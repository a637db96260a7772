import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'

/** What is exported as a document, such as a sermon: its head and its text. */
export type Exported = {
  readonly title: string
  /** '' where it has none. */
  readonly speaker: string
  /** In the language of the page; '' where it has none. */
  readonly passage: string
  readonly language: string
  readonly content: RichText
}
