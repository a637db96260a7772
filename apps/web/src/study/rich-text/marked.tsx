import type { RichTextMark } from '@pathlight/contracts/rich-text-rules.ts'
import type { ReactNode } from 'react'

/** Wraps content in the element of a format. */
export const marked = (content: ReactNode, { type, attrs }: RichTextMark): ReactNode => {
  switch (type) {
    case 'bold':
      return <strong>{content}</strong>
    case 'italic':
      return <em>{content}</em>
    case 'underline':
      return <u>{content}</u>
    case 'strike':
      return <s>{content}</s>
    case 'link':
      return (
        <a href={String(attrs?.href)} target="_blank" rel="noopener noreferrer nofollow">
          {content}
        </a>
      )
    default:
      return content
  }
}
