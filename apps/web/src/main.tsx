import './react-first.ts'
import { hydrate, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom'
import { queryClient } from './api/query-client.ts'
import { answerBy } from './api/read-seen.ts'
import { createRoutes } from './app/routes.tsx'
import { nameHistoryEntries } from './device/history-entries.ts'
import { HydratedProvider, useTakingOver } from './device/use-hydrated.ts'
import { i18n, startLanguage } from './locales/language.ts'
import { InterfaceWords } from './locales/use-language.tsx'
import { sessionQuery } from './session/session-query.ts'
import './look/look.css'

declare global {
  interface Window {
    /**
     * From public/before-scripts.js: removes its listeners. Returns a function that repeats the person's last press or
     * choice, or null if there was none.
     */
    doneEarly?: () => (() => void) | null
  }
}

/**
 * Runs work in its own task. Between two tasks the browser can answer a touch, and a single long task would block a
 * slow phone.
 */
const inTaskOfItsOwn = <T,>(work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    setTimeout(() => work().then(resolve, reject))
  })

/** Resolves when the document is parsed. Scripts may run before a long page has arrived. */
const parsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => resolve())
    else resolve()
  })

/** If the server rendered the page, puts the server's data into the query cache, with the age of the data. */
const takeState = (): void => {
  const state = document.getElementById('state')?.textContent
  if (state) hydrate(queryClient, JSON.parse(state))
}

/** Makes a router whose first page has loaded, so that the page can be shown at once. */
const startRouter = async () => {
  const routes = createRoutes()
  const lazy = (matchRoutes(routes, location) ?? []).map(({ route }) => route).filter((route) => route.lazy)
  const modules = await Promise.all(
    lazy.map(async (route) => [route, typeof route.lazy === 'function' ? await route.lazy() : null] as const),
  )
  const loaded = new Map(modules)
  const withModules = (some: readonly RouteObject[]): RouteObject[] =>
    some.map((route) => {
      const { lazy: _, ...rest } = route
      const module = loaded.get(route)
      const children = route.children && { children: withModules(route.children) }
      return { ...(module ? { ...rest, ...module } : route), ...children } as RouteObject
    })
  return createBrowserRouter(withModules(routes))
}

type HydrationRootProps = {
  readonly root: HTMLElement
  readonly repeat: (() => void) | null
  readonly preferLanguage: () => Promise<void>
  readonly children: ReactNode
}

/**
 * Renders its children first as in the server's HTML, if there is any. After hydration the component repeats the
 * person's early press and switches to this device's language. A switch before hydration would make React's words
 * differ from the HTML.
 */
const HydrationRoot = ({ root, repeat, preferLanguage, children }: HydrationRootProps) => {
  const hydrated = useTakingOver(root.dataset.rendered !== undefined)
  useEffect(() => {
    if (!hydrated) return
    void preferLanguage()
    if (root.dataset.rendered === undefined) return
    delete root.dataset.rendered
    repeat?.()
  }, [root, repeat, preferLanguage, hydrated])
  return <HydratedProvider value={hydrated}>{children}</HydratedProvider>
}

/** Starts the app. `start` is not awaited at the top level, because the pages' modules would wait for this module. */
const start = async () => {
  nameHistoryEntries()
  answerBy(async () => (await import('./app/offline-kinds.ts')).ANSWERS_HERE)
  // The request for the session starts first. The words and the page's code load meanwhile.
  void queryClient.prefetchQuery(sessionQuery)
  const [router, preferLanguage] = await Promise.all([
    inTaskOfItsOwn(startRouter),
    inTaskOfItsOwn(startLanguage),
    parsed(),
  ])
  takeState()

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <InterfaceWords i18n={i18n}>
          <HydrationRoot root={root} repeat={window.doneEarly?.() ?? null} preferLanguage={preferLanguage}>
            <RouterProvider router={router} />
          </HydrationRoot>
        </InterfaceWords>
      </QueryClientProvider>
    </StrictMode>
  )
  // In a transition React hydrates the page in slices and handles events between them.
  if (root.dataset.rendered === undefined) createRoot(root).render(app)
  else startTransition(() => void hydrateRoot(root, app))
}
// `start` is called outside the module's own run. Otherwise the stack contains the whole module when `start` calls the
// browser, and a browser that records stacks (under DevTools and Lighthouse) reads the whole file again.
void Promise.resolve().then(start)
