import { createContext, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** The head of a page, for browsers, search engines and link previews. */
export type Head = {
  /** The page's name. `PageHead` adds the product's name. */
  readonly title: string
  readonly description?: string
  /** The canonical address, from `/` on. Without it search engines do not index the page. */
  readonly path?: string
  /** The same page in other languages, by BCP 47 tag and address. */
  readonly alternates?: readonly { readonly language: string; readonly path: string }[]
  /** The address of a picture for link previews (1200 × 630 pixels), from `/` on. By default the product's picture. */
  readonly picture?: string
  /** Structured data (JSON-LD, schema.org). */
  readonly data?: Readonly<Record<string, unknown>>
}

const Sink = createContext<((head: Head) => void) | null>(null)
/** Receives the head of a page while the server renders the page. */
export const HeadSink = Sink.Provider

/**
 * Sets the canonical address, or removes it if `path` is undefined. A phone's share menu shares the canonical address
 * instead of the address in the address bar.
 */
const putCanonical = (path: string | undefined) => {
  const existing = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]')
  if (path === undefined) return existing?.remove()
  const link = existing ?? document.head.appendChild(document.createElement('link'))
  link.rel = 'canonical'
  link.href = `${location.origin}${path}`
}

/** Sets the document's title, description and canonical address. On the server it gives the head to the `HeadSink`. */
export const PageHead = (head: Head) => {
  const { t } = useTranslation()
  const collect = useContext(Sink)
  collect?.(head)
  const { title, description = t('description'), path } = head
  useEffect(() => {
    document.title = t('title', { page: title })
    document.head.querySelector('meta[name=description]')?.setAttribute('content', description)
    putCanonical(path)
  }, [t, title, description, path])
  return null
}
