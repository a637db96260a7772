import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { queryClient } from './api/query-client.ts'
import { createRouter } from './app/router.tsx'
import { startLanguage } from './locales/language.ts'
import { sessionQuery } from './session/session-query.ts'
import './look/look.css'

// Asked at once; the words and the page's code come meanwhile.
void queryClient.prefetchQuery(sessionQuery)
const router = createRouter()
await startLanguage()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
