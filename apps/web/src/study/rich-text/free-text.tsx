import { richTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { useMemo } from 'react'
import { type LinksShown, RichTextView } from './rich-text-view.tsx'

type Props = {
  /** Its source: Markdown where it is clearly meant (contracts/markdown-rules.ts). */
  readonly text: string
  readonly className?: string | undefined
  readonly links?: LinksShown
  /** The version of the text's passage. */
  readonly version?: string | undefined
}

/** The whole text of a field (a note, a text of a pad), with its Markdown, and references as links. */
export const FreeText = ({ text, className = '', ...shown }: Props) => (
  <RichTextView
    {...shown}
    content={useMemo(() => richTextOfMarkdown(text), [text])}
    className={`free-text ${className}`}
  />
)
