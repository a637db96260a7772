import { AsyncLocalStorage } from 'node:async_hooks'
import { type DehydratedState, dehydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router-dom'
import type { FirstPage, Visit } from './api/first-page.ts'
import type { Answer } from './api/own-answer.ts'
import { sendBy } from './api/request.ts'
import { type DocumentHead, fillTemplate, headOf, refreshWithoutScript, stateOf } from './app/document.ts'
import { fetchedFiles, type Manifest } from './app/fetched-files.ts'
import { FIRST_PAGES } from './app/first-pages.ts'
import { createRoutes } from './app/routes.tsx'
import { visitorLanguage } from './app/visitor-language.ts'
import { HydratedProvider } from './device/use-hydrated.ts'
import { firstShared } from './features/by-link/first-shared.ts'
import { catalogueSource } from './locales/catalogues.ts'
import { InterfaceWords } from './locales/use-language.tsx'
import { wholeI18n } from './locales/whole-i18n.ts'
import type { Language } from './locales/words.ts'
import { type Head, HeadSink } from './ui/page-head.tsx'

/**
 * Stands in for a page that only the browser can render. Says that the page is loading or, without JavaScript, that it
 * needs JavaScript.
 */
const WithoutScript = ({ t }: { t: TFunction }) => (
  <>
    <p className="noscript:hidden grid min-h-dvh place-items-center text-sm text-muted">{t('loading')}</p>
    <noscript>
      <p className="p-4 text-center">
        {t('withoutScript.text')} <a href="/bible-reading">{t('withoutScript.read')}</a>
      </p>
    </noscript>
  </>
)

/** Fetches a path of Pathlight's own server from the services in this process, without a session. */
export type Ask = (path: string) => Promise<Answer>

type Visitor = {
  /** The language that the visitor wants; null if unknown. */
  readonly language: Language | null
  /** The language in the address itself (?lang=ko). Null if the address has none. */
  readonly named: Language | null
  /** The site's origin: https://example.org */
  readonly origin: string
}

/**
 * A rendered page without personal data, or the address to which the page has moved. `kept`: the server may give the
 * page to other visitors until the texts change.
 */
export type Rendered =
  | { readonly status: 200 | 404; readonly html: string; readonly language: Language; readonly kept: boolean }
  | { readonly status: 301; readonly to: string }

/** A page that the server can render. `key`: the address without parameters that do not change the page. */
export type Renderable = { readonly key: string; render(asked: Visitor & { readonly ask: Ask }): Promise<Rendered> }

const TRANSLATIONS = { en: await wholeI18n('en'), ko: await wholeI18n('ko') } as const
/** The translation functions, made once for all pages (said-once.ts). */
const SAYS = { en: TRANSLATIONS.en.getFixedT('en'), ko: TRANSLATIONS.ko.getFixedT('ko') } as const
const WORDS = { en: 'src/locales/en.json', ko: 'src/locales/korean.ts' } as const
const wordsOf = (language: Language, { words }: FirstPage): readonly string[] => [
  WORDS[language],
  ...words.map((name) => catalogueSource(name, language)),
]

/** The page for addresses that the app does not have. */
const NOT_FOUND: FirstPage = {
  path: '*',
  module: 'index.html',
  words: [],
  prepare: async () => ({ status: 'absent' }),
}

const asking = new AsyncLocalStorage<Ask>()
sendBy((path) => {
  const ask = asking.getStore()
  if (!ask) throw new Error('On the server only pages that are being prepared ask for something')
  return ask(path)
})

/** The paths of pages, as routes are written (/bible/:version/about). */
const pathsOf = (routes: readonly RouteObject[]): readonly string[] =>
  routes.flatMap(({ path, children = [] }) => [
    ...(path === undefined || path === '*' ? [] : [path]),
    ...pathsOf(children),
  ])

/** The routes that lead to one of `paths`. */
const leadingTo = (paths: ReadonlySet<string>, routes: readonly RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => {
    if (!route.children) return route.path !== undefined && paths.has(route.path) ? [route] : []
    const children = leadingTo(paths, route.children)
    return children.length > 0 ? [{ ...route, children }] : []
  })

/**
 * Makes a renderer of pages to HTML. `template`: the built index.html. Without a manifest (during development) nothing
 * is preloaded.
 * @public services/pages/src/serve-web.ts loads the build of this file.
 */
export const createRenderer = (template: string, manifest: Manifest | null) => {
  const { fetched, rest } = fetchedFiles(template, manifest)
  const fill = fillTemplate(rest)
  const routes = createRoutes()
  const pages = FIRST_PAGES.map((page) => ({ path: page.path, page }))
  // The router copies all its routes for each request, so it gets only the routes that the server renders.
  const handler = createStaticHandler(leadingTo(new Set([...FIRST_PAGES, NOT_FOUND].map(({ path }) => path)), routes))

  /**
   * Adds the page's addresses in both languages for search engines. A page that names its own alternates, such as a
   * chapter, is returned unchanged.
   */
  const inBothLanguages = (head: Head | null, named: Language | null): Head | null => {
    if (head?.path === undefined || (head.alternates?.length ?? 0) > 0) return head
    const { path } = head
    const at = (language: Language) => `${path}${path.includes('?') ? '&' : '?'}lang=${language}`
    const alternates = [
      ...(['en', 'ko'] as const).map((language) => ({ language, path: at(language) })),
      { language: 'x-default', path },
    ]
    return { ...head, alternates, path: named === null ? path : at(named) }
  }

  const headFor = (language: Language, origin: string, head: Head | null): string => {
    const t = SAYS[language]
    const title = head?.title ?? t('product')
    const full: DocumentHead = {
      ...head,
      title,
      fullTitle: head ? t('title', { page: title }) : title,
      description: head?.description ?? t('description'),
      product: t('product'),
      language,
      origin,
    }
    return headOf(full)
  }

  /**
   * The document of a page that only the browser renders. `withoutScript`: the address to which a browser without
   * JavaScript is sent, after `afterS` seconds. `data`: the data of the page's queries.
   */
  const shell = (
    { language, origin }: Visitor,
    withoutScript: { readonly path: string; readonly afterS: number } | null = null,
    data: DehydratedState | null = null,
  ): Rendered => {
    const own = language ?? 'en'
    const t = SAYS[own]
    const { links, styles } = fetched(['index.html', WORDS[own]], { late: false })
    const head = [
      headFor(own, origin, null),
      links,
      ...(withoutScript === null ? [] : [refreshWithoutScript(withoutScript)]),
    ]
    const page = renderToStaticMarkup(<WithoutScript t={t} />)
    return {
      status: 200,
      html: fill({
        language: own,
        head: head.join('\n    '),
        styles,
        page,
        state: data === null ? '' : stateOf(data),
        hydrated: false,
      }),
      language: own,
      kept: withoutScript === null && data === null,
    }
  }

  const renderPage = async (
    page: FirstPage,
    match: Pick<Visit, 'params'>,
    url: URL,
    queries: QueryClient,
    { language, named, origin, ask }: Visitor & { ask: Ask },
  ): Promise<Rendered> => {
    let kept = true
    const watchedAsk: Ask = async (path) => {
      // After a failed call the page lacks something, so it is not kept for other visitors.
      const answer = await ask(path).catch((error: unknown) => {
        kept = false
        throw error
      })
      const isPrivate = answer.ok && /private|no-store/.test(answer.headers.get('cache-control') ?? 'no-store')
      if (isPrivate || answer.status >= 429) kept = false
      return answer
    }
    const visit = { params: match.params, search: url.searchParams, hash: url.hash, language, queries }
    const prepared = await asking.run(watchedAsk, () => page.prepare(visit))
    if (prepared.status === 'moved') return { status: 301, to: prepared.to }
    if (prepared.status === 'unknown')
      return shell({ language, named, origin }, { path: prepared.withoutScript, afterS: 0 })
    if (prepared.status === 'long') return shell({ language, named, origin }, null, dehydrate(queries))

    const context = await handler.query(new Request(url))
    if (context instanceof Response) throw new Error('No route of ours has a loader')
    const own = language ?? prepared.language ?? 'en'
    const headSink: { head: Head | null } = { head: null }
    const html = renderToString(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <InterfaceWords i18n={TRANSLATIONS[own]}>
            <HeadSink
              value={(head) => {
                headSink.head = head
              }}
            >
              <HydratedProvider value={false}>
                <StaticRouterProvider
                  router={createStaticRouter(handler.dataRoutes, context)}
                  context={context}
                  hydrate={false}
                />
              </HydratedProvider>
            </HeadSink>
          </InterfaceWords>
        </QueryClientProvider>
      </StrictMode>,
    )
    const isFound = prepared.status === 'found'
    const head = isFound ? headSink.head : headSink.head && { title: headSink.head.title }
    const { links, styles } = fetched([page.module, ...wordsOf(own, page)], { late: true })
    const script = page.script === undefined ? '' : `\n    <script src="${page.script}"></script>`
    return {
      status: isFound ? 200 : 404,
      html: fill({
        language: own,
        head: `${headFor(own, origin, inBothLanguages(head, named))}\n    ${links}${script}`,
        styles,
        page: html,
        state: stateOf(dehydrate(queries)),
        hydrated: isFound,
      }),
      language: own,
      kept,
    }
  }

  /**
   * Renders a page with a query cache of its own, which is cleared afterwards. Otherwise the queries would hold their
   * data as long as in a browser.
   */
  const renderWithOwnCache = async (
    page: FirstPage,
    match: Pick<Visit, 'params'>,
    key: string,
    asked: Visitor & { ask: Ask },
  ): Promise<Rendered> => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
    try {
      return await renderPage(page, match, new URL(asked.origin + key), queries, asked)
    } finally {
      queries.clear()
    }
  }

  /**
   * The page at an address (from `/` on), or NOT_FOUND if the app has no such page. Null if only the browser renders
   * the page.
   */
  const find = (address: string): Renderable | null => {
    // With a fixed host, an address that begins with two slashes or a backslash cannot name another host.
    const { pathname, searchParams } = new URL(`http://any${address}`)
    // matchRoutes decodes the parameters; matchPath does not.
    const [match] = matchRoutes(pages, pathname) ?? []
    if (match) {
      const { page } = match.route
      const search = new URLSearchParams([...searchParams].filter(([name]) => page.search?.includes(name)))
      // A page that is the same for all parameters is rendered at its path pattern. As an address, `/shared/:id`
      // matches its own route.
      const path = page.isSameForAll ? page.path : pathname
      const key = search.size > 0 ? `${path}?${search}` : path
      return { key, render: (asked) => renderWithOwnCache(page, match, key, asked) }
    }
    if (matchRoutes(routes, pathname)?.at(-1)?.route.path !== '*') return null
    return { key: '/*', render: (asked) => renderWithOwnCache(NOT_FOUND, { params: {} }, '/*', asked) }
  }

  /**
   * The page of the shared item with this id and key. `ask` gives the server's answer to the key. The address with the
   * key stays within this call.
   */
  const shared = (id: string, key: string, asked: Visitor & { ask: Ask }): Promise<Rendered> =>
    renderWithOwnCache(firstShared, { params: { id } }, `/shared/${encodeURIComponent(id)}#${key}`, asked)

  return { find, shell, shared, paths: pathsOf(routes), language: visitorLanguage }
}
