import type { DehydratedState } from '@tanstack/react-query'
import { escaped, inScript } from '../ui/in-html.ts'
import type { Head } from '../ui/page-head.tsx'

const tag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`)
    .join('')}>`

export type DocumentHead = Head & {
  readonly fullTitle: string
  readonly description: string
  readonly product: string
  readonly language: 'en' | 'ko'
  /** The site's origin, such as https://example.org. */
  readonly origin: string
}

/** The head of a page for browsers, search engines and link previews. */
export const headOf = ({
  fullTitle,
  description,
  path,
  alternates = [],
  picture,
  data,
  ...page
}: DocumentHead): string => {
  const { origin, language, product, title } = page
  const url = path === undefined ? null : origin + path
  return [
    `<title>${escaped(fullTitle)}</title>`,
    tag('meta', { name: 'description', content: description }),
    tag('link', { rel: 'manifest', href: `/manifest.${language}.webmanifest` }),
    ...(url === null
      ? [tag('meta', { name: 'robots', content: 'noindex' })]
      : [
          tag('link', { rel: 'canonical', href: url }),
          ...alternates.map((other) =>
            tag('link', { rel: 'alternate', hreflang: other.language, href: origin + other.path }),
          ),
          tag('meta', { property: 'og:type', content: 'website' }),
          tag('meta', { property: 'og:site_name', content: product }),
          tag('meta', { property: 'og:title', content: title }),
          tag('meta', { property: 'og:description', content: description }),
          tag('meta', { property: 'og:url', content: url }),
          tag('meta', { property: 'og:image', content: `${origin}${picture ?? `/preview.png?language=${language}`}` }),
          tag('meta', { property: 'og:image:type', content: 'image/png' }),
          tag('meta', { property: 'og:image:width', content: '1200' }),
          tag('meta', { property: 'og:image:height', content: '630' }),
          tag('meta', { property: 'og:image:alt', content: title }),
          tag('meta', { property: 'og:locale', content: language === 'ko' ? 'ko_KR' : 'en_US' }),
          tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
        ]),
    ...(data && url !== null
      ? [`<script type="application/ld+json">${inScript({ '@context': 'https://schema.org', ...data, url })}</script>`]
      : []),
  ].join('\n    ')
}

/** A tag that sends a browser without script to `path` after `afterS` seconds. */
export const refreshWithoutScript = ({ path, afterS }: { path: string; afterS: number }): string =>
  `<noscript>${tag('meta', { 'http-equiv': 'refresh', content: `${afterS}; url=${path}` })}</noscript>`

/** The query data from which the page was rendered, for hydration in the browser. */
export const stateOf = (state: DehydratedState): string =>
  `<script type="application/json" id="state">${inScript(state)}</script>`

type Parts = {
  readonly language: string
  readonly head: string
  /**
   * Links to the page's own stylesheets. They come after index.html's stylesheet, which sets the order of CSS layers.
   */
  readonly styles: string
  readonly page: string
  readonly state: string
  /** Whether the browser hydrates the page. If not, the browser renders the page anew. */
  readonly hydrated: boolean
}

/** Makes documents from Vite's index.html: fills in its language, head, page and state. */
export const fillTemplate = (template: string): ((parts: Parts) => string) => {
  const marks = ['lang="en"', '<!--head-->', '</head>', '<div id="root">', '<!--state-->']
  const sections: string[] = []
  let after = template
  for (const mark of marks) {
    const at = after.indexOf(mark)
    if (at === -1) throw new Error(`index.html has no ${mark}`)
    sections.push(after.slice(0, at))
    after = after.slice(at + mark.length)
  }
  const [start, toHead, toStyles, toRoot, toState] = sections
  return ({ language, head, styles, page, state, hydrated }) =>
    `${start}lang="${language}"${toHead}${head}${toStyles}${styles}</head>${toRoot}<div id="root"${hydrated ? ' data-rendered' : ''}>${page}${toState}${state}${after}`
}
