import { createContext, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** What a page says about itself to browsers, search engines and link previews. */
export type Head = {
  /** The page's name; the product's is added. */
  readonly title: string
  readonly description?: string
  /** The one address of what is shown, from / on; without it the page is not for search engines. */
  readonly path?: string
  /** The same in other languages: BCP 47 and address. */
  readonly alternates?: readonly { readonly language: string; readonly path: string }[]
  /** Where a picture of it is, 1200 x 630, from / on; without it the product's is shown. */
  readonly picture?: string
  /** For machines that read JSON-LD (schema.org). */
  readonly data?: Readonly<Record<string, unknown>>
}

const Sink = createContext<((head: Head) => void) | null>(null)
/** Collects the head while a page is rendered on the server. */
export const HeadSink = Sink.Provider

/** The one address of what is shown: phones share it, not the one in the bar. */
const putCanonical = (path: string | undefined) => {
  const known = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]')
  if (path === undefined) return known?.remove()
  const link = known ?? document.head.appendChild(document.createElement('link'))
  link.rel = 'canonical'
  link.href = `${location.origin}${path}`
}

/** The document's title and what else stands in its head: the page's, then the product's. */
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
