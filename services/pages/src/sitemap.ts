import type { InstalledVersion } from '@pathlight/bible-library/library.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The pages for search engines besides the chapters. */
const PAGES = ['/', '/about/explore-pathlight', '/about/who-we-are', '/version-comparison']

type Texts = readonly Pick<InstalledVersion, 'code' | 'books'>[]

/**
 * A sitemap with the given paths (sitemaps.org). `origin`: for example https://example.org. The paths are URL-encoded,
 * so XML needs no escaping.
 */
const urls = (origin: string, paths: readonly string[]): string =>
  `${XML}\n<urlset xmlns="${NAMESPACE}">\n${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('\n')}\n</urlset>\n`

/** The index of the sitemaps. Each version has a sitemap of its own, because search engines limit the length of one. */
export const sitemapIndex = (origin: string, versions: Texts): string => {
  const files = ['pages', ...versions.map(({ code }) => code)]
  const entries = files.map((name) => `<sitemap><loc>${origin}/sitemap-${encodeURIComponent(name)}.xml</loc></sitemap>`)
  return `${XML}\n<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</sitemapindex>\n`
}

/**
 * The sitemap of an installed version's chapters, or of the pages that are no chapters (`pages`); null for any other
 * name.
 */
export const sitemapOf = (origin: string, versions: Texts, name: string): string | null => {
  if (name === 'pages') return urls(origin, PAGES)
  const version = versions.find(({ code }) => code === name)
  if (!version) return null
  const chapters = version.books.flatMap((index) => {
    const book = bookByIndex(index)
    if (!book) return []
    const path = `/bible/${encodeURIComponent(version.code)}/${encodeURIComponent(book.name.en)}`
    return Array.from({ length: chapterCount(book) }, (_, chapter) => `${path}/${chapter + 1}`)
  })
  return urls(origin, chapters)
}

/**
 * Keeps search engines away from calls, personal pages and searches. Shared pages are allowed, because search engines
 * drop a page only once they have read its `noindex`.
 */
export const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /my-memos',
    'Disallow: /language',
    'Disallow: /search',
    'Disallow: /shared/*/words',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
