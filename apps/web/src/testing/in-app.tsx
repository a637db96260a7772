import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import { InterfaceWords } from '../locales/use-language.tsx'
import { wholeI18n } from '../locales/whole-i18n.ts'
import type { Language } from '../locales/words.ts'

const words = { en: await wholeI18n('en'), ko: await wholeI18n('ko') }

const newQueries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/**
 * Renders `routes` at `path` as the app would, by default in English. Returns the router and a `user` who clicks and
 * types. `queries`: a query cache for a test that needs its own.
 */
export const showInApp = (routes: RouteObject[], path = '/', queries = newQueries(), language: Language = 'en') => {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const rendered = render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <InterfaceWords i18n={words[language]}>
          <RouterProvider router={router} />
        </InterfaceWords>
      </QueryClientProvider>
    </StrictMode>,
  )
  return { ...rendered, router, queries, user: userEvent.setup() }
}
