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
    /** From public/before-scripts.js: does again what was done last when nothing could come of it. No more is noticed. */
    doneEarly?: () => (() => void) | null
  }
}

/** Between two of these the browser answers a touch: together they would hold a slow phone for longer than one may wait. */
const inTaskOfItsOwn = <T,>(work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    setTimeout(() => work().then(resolve, reject))
  })

/** Scripts may be here before all of a long page is. */
const parsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => resolve())
    else resolve()
  })

/** Takes over what the page on the screen was rendered from, as old as it is, if the server rendered it. */
const takeState = (): void => {
  const state = document.getElementById('state')?.textContent
  if (state) hydrate(queryClient, JSON.parse(state))
}

/** A router whose first page is here already, so that it can be shown in one go. */
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

type TakenOverProps = {
  readonly root: HTMLElement
  readonly again: (() => void) | null
  readonly preferLanguage: () => Promise<void>
  readonly children: ReactNode
}

/**
 * All within, at first as the server rendered it, if it did. When React has taken it over, what the person did too
 * early is done again, and the page changes to the language of this device. An earlier change would give React words in
 * another language than its HTML has.
 */
const TakenOver = ({ root, again, preferLanguage, children }: TakenOverProps) => {
  const hydrated = useTakingOver(root.dataset.rendered !== undefined)
  useEffect(() => {
    if (!hydrated) return
    void preferLanguage()
    if (root.dataset.rendered === undefined) return
    delete root.dataset.rendered
    again?.()
  }, [root, again, preferLanguage, hydrated])
  return <HydratedProvider value={hydrated}>{children}</HydratedProvider>
}

/** Not awaited at the top of this module: the pages' own modules wait for it to be done. */
const start = async () => {
  nameHistoryEntries()
  answerBy(async () => (await import('./app/offline-kinds.ts')).ANSWERS_HERE)
  // Asked at once; the words and the page's code come meanwhile.
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
          <TakenOver root={root} again={window.doneEarly?.() ?? null} preferLanguage={preferLanguage}>
            <RouterProvider router={router} />
          </TakenOver>
        </InterfaceWords>
      </QueryClientProvider>
    </StrictMode>
  )
  // As a transition React takes the page over in slices, and answers what is done meanwhile between them.
  if (root.dataset.rendered === undefined) createRoot(root).render(app)
  else startTransition(() => void hydrateRoot(root, app))
}
// Not from within this module's own run. There is a stack with the whole module in it when `start` asks the browser for
// something, and a browser that notes where it was asked (as under DevTools and Lighthouse) reads the whole file once more.
void Promise.resolve().then(start)
