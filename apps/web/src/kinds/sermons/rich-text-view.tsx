import type { RichText, RichTextMark, RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { scripturePath } from './scripture-path.ts'

/** Letters in one of their formats. */
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

const Scripture = ({ attrs = {}, children }: { attrs?: RichTextNode['attrs']; children: ReactNode }) => {
  const path = scripturePath(attrs)
  const label = citation(String(attrs.reference ?? ''), String(attrs.version ?? ''))
  return (
    <blockquote className="scripture-quote" lang={typeof attrs.lang === 'string' ? attrs.lang : undefined}>
      {children}
      <cite>{path ? <Link to={path}>{label}</Link> : label}</cite>
    </blockquote>
  )
}

const Node = ({ node }: { node: RichTextNode }): ReactNode => {
  const { type, attrs = {}, content = [], marks = [], text } = node
  if (type === 'text') return marks.reduceRight<ReactNode>(marked, text)
  // biome-ignore lint/suspicious/noArrayIndexKey: what is shown does not change its order
  const children = content.map((child, index) => <Node key={index} node={child} />)
  const align = { 'data-align': typeof attrs.textAlign === 'string' ? attrs.textAlign : undefined }
  switch (type) {
    case 'paragraph':
      return <p {...align}>{children.length > 0 ? children : <br />}</p>
    case 'heading': {
      // The page's own title is the first.
      const Heading = attrs.level === 1 ? 'h2' : attrs.level === 2 ? 'h3' : 'h4'
      return (
        <Heading data-level={attrs.level} {...align}>
          {children}
        </Heading>
      )
    }
    case 'bulletList':
      return <ul>{children}</ul>
    case 'orderedList':
      return <ol start={Number(attrs.start ?? 1)}>{children}</ol>
    case 'listItem':
      return <li>{children}</li>
    case 'blockquote':
      return <blockquote>{children}</blockquote>
    case 'scripture':
      return <Scripture attrs={attrs}>{children}</Scripture>
    case 'horizontalRule':
      return <hr />
    case 'hardBreak':
      return <br />
    default:
      return <Fragment>{children}</Fragment>
  }
}

/** Rich text on a page, element by element: never as HTML. `content` is what `cleanRichText` let through. */
export const RichTextView = ({ content, className = '' }: { content: RichText; className?: string }) => (
  <div className={`rich-text ${className}`}>
    {(content.content ?? []).map((node, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: what is shown does not change its order
      <Node key={index} node={node} />
    ))}
  </div>
)
