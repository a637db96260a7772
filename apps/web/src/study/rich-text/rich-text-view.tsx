import { itemOfPage } from '@pathlight/contracts/item-pages-rules.ts'
import type { RichText, RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { Fragment, lazy, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Fetched } from '../../ui/fetched.tsx'
import { marked } from './marked.tsx'
import { scripturePath } from './scripture-path.ts'
import './rich-text.css'

/** Links with previews load after the words, because their code contains the large table of verse counts. */
const PreviewedLink = lazy(async () => ({ default: (await import('./previewed-link.tsx')).PreviewedLink }))
const WordsWithReferences = lazy(() => import('./words-with-references.tsx'))

/**
 * The links of a text. `own`: the writer's links, Bible references, and links to the writer's items. `shared`: like
 * `own` without links to items, because other people read the text. `written`: only the writer's links and those of
 * inserted passages. `none`: no links, because the text is inside a link.
 */
export type LinksShown = 'own' | 'shared' | 'written' | 'none'

/** `version`: the version to which references link if the person has read no chapter on this device. */
type Shown = { readonly links: LinksShown; readonly version: string | undefined }

const Text = ({ text = '', marks = [], shown }: RichTextNode & { readonly shown: Shown }): ReactNode => {
  const { links, version } = shown
  const link = marks.find(({ type }) => type === 'link')
  const item = link && itemOfPage(String(link.attrs?.href))
  const isPlain = link === undefined && (links === 'own' || links === 'shared')
  const words =
    isPlain && /\d/.test(text) ? (
      <Fetched instead={text}>
        <WordsWithReferences text={text} version={version} />
      </Fetched>
    ) : (
      text
    )
  const looks = marks.filter(({ type }) => type !== 'link' || !(links === 'none' || (item && links !== 'written')))
  const shownWords = looks.reduceRight<ReactNode>(marked, words)
  if (!item || links !== 'own') return shownWords
  return (
    <Fetched instead={shownWords}>
      <PreviewedLink to={String(link.attrs?.href)} of={{ item }}>
        {shownWords}
      </PreviewedLink>
    </Fetched>
  )
}

const Scripture = ({
  attrs = {},
  links,
  children,
}: {
  readonly attrs?: RichTextNode['attrs']
  readonly links: LinksShown
  readonly children: ReactNode
}) => {
  const path = links === 'none' ? null : scripturePath(attrs)
  const label = citation(String(attrs.reference ?? ''), String(attrs.version ?? ''))
  return (
    <blockquote className="scripture-quote" lang={typeof attrs.lang === 'string' ? attrs.lang : undefined}>
      {children}
      <cite>{path ? <Link to={path}>{label}</Link> : label}</cite>
    </blockquote>
  )
}

const Node = ({ node, shown }: { readonly node: RichTextNode; readonly shown: Shown }): ReactNode => {
  const { type, attrs = {}, content = [] } = node
  if (type === 'text') return <Text {...node} shown={shown} />
  // biome-ignore lint/suspicious/noArrayIndexKey: the elements never change their order
  const children = content.map((child, index) => <Node key={index} node={child} shown={shown} />)
  const align = { 'data-align': typeof attrs.textAlign === 'string' ? attrs.textAlign : undefined }
  switch (type) {
    case 'paragraph':
      return <p {...align}>{children.length > 0 ? children : <br />}</p>
    case 'heading': {
      // Level 1 of a text is h2, because h1 is the page's own title.
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
      return (
        <Scripture attrs={attrs} links={shown.links}>
          {children}
        </Scripture>
      )
    case 'horizontalRule':
      return <hr />
    case 'hardBreak':
      return <br />
    default:
      return <Fragment>{children}</Fragment>
  }
}

type Props = {
  /** The text, from `cleanRichText` or `richTextOfMarkdown`. */
  readonly content: RichText
  readonly className?: string
  readonly links?: LinksShown
  /** The version to which references link if the person has read no chapter on this device. */
  readonly version?: string | undefined
}

/** Renders rich text element by element, never as HTML. */
export const RichTextView = ({ content, className = '', links = 'own', version }: Props) => {
  const shown = { links, version }
  return (
    <div className={`rich-text ${className}`}>
      {(content.content ?? []).map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the elements never change their order
        <Node key={index} node={node} shown={shown} />
      ))}
    </div>
  )
}
