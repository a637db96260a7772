import { AsyncLocalStorage } from 'node:async_hooks'
import { dehydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { RouteObject } from 'react-router-dom'
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router-dom'
import type { FirstPage, Visit } from './api/first-page.ts'
import type { Answer } from './api/own-answer.ts'
import { sendBy } from './api/request.ts'
import { fillTemplate, headOf, refreshWithoutScript, stateOf, type Titled } from './app/document.ts'
import { fetchedFiles, type Manifest } from './app/fetched-files.ts'
import { FIRST_PAGES } from './app/first-pages.ts'
import { createRoutes } from './app/routes.tsx'
import { visitorLanguage } from './app/visitor-language.ts'
import { WithoutScript } from './app/without-script.tsx'
import { HydratedProvider } from './device/use-hydrated.ts'
import { catalogueSource } from './locales/catalogues.ts'
import { InterfaceWords } from './locales/use-language.tsx'
import { wholeI18n } from './locales/whole-i18n.ts'
import type { Language } from './locales/words.ts'
import { type Head, HeadSink } from './ui/page-head.tsx'

/** Asks the services that are in this process: a path on our own server, a call that needs no session. */
export type Ask = (path: string) => Promise<Answer>

type Asked = {
  /** What the visitor wants; null where nothing says so. */
  readonly language: Language | null
  /** The language that the address itself names (?lang=ko); null where it names none. */
  readonly named: Language | null
  /** Where the site is: https://example.org */
  readonly origin: string
}

/**
 * A page that is the same for every visitor, or where it is instead. `kept`: whether the server may give the same to
 * others while the texts stay.
 */
export type Rendered =
  | { readonly status: 200 | 404; readonly html: string; readonly language: Language; readonly kept: boolean }
  | { readonly status: 301; readonly to: string }

/** A page that can be rendered here. `key`: its address, without what makes no difference. */
export type Renderable = { readonly key: string; render(asked: Asked & { readonly ask: Ask }): Promise<Rendered> }

const TRANSLATIONS = { en: await wholeI18n('en'), ko: await wholeI18n('ko') } as const
/** What says their words: each once for all pages (said-once.ts). */
const SAYS = { en: TRANSLATIONS.en.getFixedT('en'), ko: TRANSLATIONS.ko.getFixedT('ko') } as const
const WORDS = { en: 'src/locales/en.json', ko: 'src/locales/korean.ts' } as const
const wordsOf = (language: Language, { words }: FirstPage): readonly string[] => [
  WORDS[language],
  ...words.map((name) => catalogueSource(name, language)),
]

/** The page at every address that is not one of the app's. */
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

/** Where pages are, as routes are written (/bible/:version/about). */
const pathsOf = (routes: readonly RouteObject[]): readonly string[] =>
  routes.flatMap(({ path, children = [] }) => [
    ...(path === undefined || path === '*' ? [] : [path]),
    ...pathsOf(children),
  ])

/** Of these routes what leads to one of `paths`. */
const leadingTo = (paths: ReadonlySet<string>, routes: readonly RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => {
    if (!route.children) return route.path !== undefined && paths.has(route.path) ? [route] : []
    const children = leadingTo(paths, route.children)
    return children.length > 0 ? [{ ...route, children }] : []
  })

/**
 * Renders pages to HTML. `template` is the built index.html; without a manifest (while the app is developed) nothing is
 * fetched ahead.
 * @public services/pages/src/serve-web.ts loads the build of this file.
 */
export const createRenderer = (template: string, manifest: Manifest | null) => {
  const { fetched, rest } = fetchedFiles(template, manifest)
  const fill = fillTemplate(rest)
  const routes = createRoutes()
  const pages = FIRST_PAGES.map((page) => ({ path: page.path, page }))
  // No others: for each page the router copies all that it has.
  const handler = createStaticHandler(leadingTo(new Set([...FIRST_PAGES, NOT_FOUND].map(({ path }) => path)), routes))

  /**
   * The addresses of a page in both languages. A page has one address for all, and shows the language that is wanted; search
   * engines want none. What has other addresses in other languages, as chapters have, says so itself.
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
    const full: Titled = {
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

  /** A page that the browser renders: what is the same for all of them. */
  const shell = (
    { language, origin }: Asked,
    withoutScript: { readonly path: string; readonly afterS: number } | null = null,
  ): Rendered => {
    const own = language ?? 'en'
    const t = SAYS[own]
    const head = [
      headFor(own, origin, null),
      fetched(['index.html', WORDS[own]], { late: false }),
      ...(withoutScript === null ? [] : [refreshWithoutScript(withoutScript)]),
    ]
    const page = renderToStaticMarkup(<WithoutScript t={t} />)
    return {
      status: 200,
      html: fill({ language: own, head: head.join('\n    '), page, state: '', hydrated: false }),
      language: own,
      kept: withoutScript === null,
    }
  }

  const renderPage = async (
    page: FirstPage,
    match: Pick<Visit, 'params'>,
    url: URL,
    queries: QueryClient,
    { language, named, origin, ask }: Asked & { ask: Ask },
  ): Promise<Rendered> => {
    let kept = true
    const remembering: Ask = async (path) => {
      const answer = await ask(path)
      if (answer.ok && /private|no-store/.test(answer.headers.get('cache-control') ?? 'no-store')) kept = false
      return answer
    }
    const visit = { params: match.params, search: url.searchParams, language, queries }
    const prepared = await asking.run(remembering, () => page.prepare(visit))
    if (prepared.status === 'moved') return { status: 301, to: prepared.to }
    if (prepared.status === 'unknown')
      return shell({ language, named, origin }, { path: prepared.withoutScript, afterS: 0 })

    const context = await handler.query(new Request(url))
    if (context instanceof Response) throw new Error('No route of ours has a loader')
    const own = language ?? prepared.language ?? 'en'
    const said: { head: Head | null } = { head: null }
    const html = renderToString(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <InterfaceWords i18n={TRANSLATIONS[own]}>
            <HeadSink
              value={(head) => {
                said.head = head
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
    const found = prepared.status === 'found'
    const head = found ? said.head : said.head && { title: said.head.title }
    const files = fetched([page.module, ...wordsOf(own, page)], { late: true })
    return {
      status: found ? 200 : 404,
      html: fill({
        language: own,
        head: `${headFor(own, origin, inBothLanguages(head, named))}\n    ${files}`,
        page: html,
        state: stateOf(dehydrate(queries)),
        hydrated: found,
      }),
      language: own,
      kept,
    }
  }

  /** One page's answers are its own, and let go with it: queries keep theirs for as long as a page in a browser needs. */
  const renderApart = async (
    page: FirstPage,
    match: Pick<Visit, 'params'>,
    key: string,
    asked: Asked & { ask: Ask },
  ): Promise<Rendered> => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
    try {
      return await renderPage(page, match, new URL(asked.origin + key), queries, asked)
    } finally {
      queries.clear()
    }
  }

  /** The page at an address (from / on), if its first HTML comes from here. */
  const find = (address: string): Renderable | null => {
    // Behind a host of its own, an address that begins with two slashes, or with a backslash, names no other one.
    const { pathname, searchParams } = new URL(`http://any${address}`)
    // Not matchPath: only this one decodes what stands in the address.
    const [match] = matchRoutes(pages, pathname) ?? []
    if (match) {
      const { page } = match.route
      const search = new URLSearchParams([...searchParams].filter(([name]) => page.search?.includes(name)))
      const key = search.size > 0 ? `${pathname}?${search}` : pathname
      return { key, render: (asked) => renderApart(page, match, key, asked) }
    }
    if (matchRoutes(routes, pathname)?.at(-1)?.route.path !== '*') return null
    return { key: '/*', render: (asked) => renderApart(NOT_FOUND, { params: {} }, '/*', asked) }
  }
  return { find, shell, paths: pathsOf(routes), language: visitorLanguage }
}
