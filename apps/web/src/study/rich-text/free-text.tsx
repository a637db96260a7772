import { richTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { useMemo } from 'react'
import { type LinksShown, RichTextView } from './rich-text-view.tsx'

type Props = {
  /** Its source: Markdown where it is clearly meant (contracts/markdown-rules.ts). */
  readonly text: string
  readonly className?: string | undefined
  readonly links?: LinksShown
  /** The version of what the text is on. */
  readonly version?: string | undefined
}

/** What somebody wrote in a field (a note, a text of a pad), whole: with its Markdown, and links to the passages that it names. */
export const FreeText = ({ text, className = '', ...shown }: Props) => (
  <RichTextView
    {...shown}
    content={useMemo(() => richTextOfMarkdown(text), [text])}
    className={`free-text ${className}`}
  />
)
