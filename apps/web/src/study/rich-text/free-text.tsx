import { richTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { useMemo } from 'react'
import { type LinksShown, RichTextView } from './rich-text-view.tsx'

type Props = {
  /** The text as typed, with Markdown (contracts/markdown-rules.ts). */
  readonly text: string
  readonly className?: string | undefined
  readonly links?: LinksShown
  /** The version for the links of references, if the person has read no chapter on this device. */
  readonly version?: string | undefined
}

/** A whole text (a note, a text of a pad), with its Markdown formatted and its references as links. */
export const FreeText = ({ text, className = '', ...shown }: Props) => (
  <RichTextView
    {...shown}
    content={useMemo(() => richTextOfMarkdown(text), [text])}
    className={`free-text ${className}`}
  />
)
