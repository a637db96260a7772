import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { StrictMode } from 'react'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import en from '../locales/en.json'

await i18next
  .use(initReactI18next)
  .init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } })

/**
 * Shows `routes` at `path` as the app would: in English, with a router and a query cache of its own, which are returned
 * together with a person (`user`) who clicks and types.
 */
export const showInApp = (routes: RouteObject[], path = '/') => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const shown = render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
  return { ...shown, router, queries, user: userEvent.setup() }
}
