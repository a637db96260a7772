import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'

/** A text for export, such as a sermon: its head and its content. */
export type Exported = {
  readonly title: string
  /** '' if there is none. */
  readonly speaker: string
  /** In the language of the page; '' if there is none. */
  readonly passage: string
  readonly language: string
  readonly content: RichText
}
