import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { queryClient } from './api/query-client.ts'
import { createRouter } from './app/router.tsx'
import { onTranslation, shownTranslation, startLanguage } from './locales/language.ts'
import { TranslationProvider } from './locales/translation.ts'
import { sessionQuery } from './session/session-query.ts'
import './look/look.css'

// Asked at once; the words and the page's code come meanwhile.
void queryClient.prefetchQuery(sessionQuery)
const router = createRouter()
await startLanguage()

/** All within, in the language that is chosen at the moment. */
const InItsLanguage = ({ children }: { children: ReactNode }) => (
  <TranslationProvider value={useSyncExternalStore(onTranslation, shownTranslation)}>{children}</TranslationProvider>
)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <InItsLanguage>
        <RouterProvider router={router} />
      </InItsLanguage>
    </QueryClientProvider>
  </StrictMode>,
)
