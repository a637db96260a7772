import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'

/** A text for export, such as a sermon, with its title and other details. */
export type Exported = {
  readonly title: string
  /** '' if the text has no speaker. */
  readonly speaker: string
  /** The name of the passage in the language of the page. '' if the text has no passage. */
  readonly passage: string
  readonly language: string
  readonly content: RichText
}
