import type { RouteObject } from 'react-router-dom'
import { withWords } from '../locales/language.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { CrashPage } from './crash-page.tsx'
import { fetchSearchPage } from './fetch-search-page.ts'
import { KIND_WORDS, KINDS } from './kinds.ts'
import { Shell } from './shell.tsx'

const fetchOwn = () => withWords(['my-memos', 'own', ...KIND_WORDS], () => import('./my-memos-overview-route.tsx'))

/**
 * The routes of all pages. Each page's code loads when the page opens. first-pages.ts lists the pages that the server
 * renders.
 */
export const createRoutes = (): RouteObject[] => [
  {
    Component: Shell,
    HydrateFallback: LoadingText,
    ErrorBoundary: CrashPage,
    children: [
      {
        // This boundary is inside the shell, so the navigation bar stays when a page crashes.
        ErrorBoundary: CrashPage,
        children: [
          { path: '/', lazy: () => withWords(['landing'], () => import('./landing-route.tsx')) },
          {
            path: '/about/explore-pathlight',
            lazy: () => withWords(['landing', 'explore'], () => import('../features/landing/explore-page.tsx')),
          },
          {
            path: '/about/who-we-are',
            lazy: () => withWords(['contact'], () => import('../features/contact/who-we-are-page.tsx')),
          },
          {
            path: '/bible-reading',
            lazy: () => withWords(['reader'], () => import('../features/reader/bible-reading-page.tsx')),
          },
          {
            path: '/bible/:version/about',
            lazy: () => withWords(['about-text'], () => import('../features/about-text/about-text-page.tsx')),
          },
          {
            path: '/bible/:version/:book/:chapter',
            lazy: () => withWords(['reader', ...KIND_WORDS], () => import('./chapter-route.tsx')),
          },
          { path: '/search', lazy: fetchSearchPage },
          {
            path: '/version-comparison',
            lazy: () => withWords(['compare', 'reference'], () => import('./compare-route.tsx')),
          },
          { path: '/login', lazy: () => withWords(['accounts'], () => import('../features/accounts/log-in-page.tsx')) },
          {
            path: '/login-redirect',
            lazy: () => withWords(['accounts'], () => import('../features/accounts/log-in-redirect-page.tsx')),
          },
          {
            path: '/login/provider',
            lazy: () => withWords(['accounts', 'log-in'], () => import('../features/accounts/provider-page.tsx')),
          },
          {
            path: '/signup',
            lazy: () => withWords(['accounts'], () => import('../features/accounts/sign-up-page.tsx')),
          },
          {
            path: '/forgot-password',
            lazy: () => withWords(['accounts'], () => import('../features/accounts/forgot-password-page.tsx')),
          },
          {
            path: '/reset-password/:token',
            lazy: () => withWords(['accounts'], () => import('../features/accounts/reset-password-page.tsx')),
          },
          {
            path: '/email-link/:token',
            lazy: () => withWords(['account', 'accounts'], () => import('../features/account/email-link-page.tsx')),
          },
          {
            lazy: () => withWords(['settings'], () => import('../features/settings/settings-frame.tsx')),
            children: [
              {
                path: '/settings',
                lazy: () => withWords(['settings'], () => import('../features/settings/settings-page.tsx')),
              },
              {
                path: '/settings/account',
                lazy: () =>
                  withWords(
                    ['account', 'accounts', 'history', 'person'],
                    () => import('../features/account/account-page.tsx'),
                  ),
              },
              {
                path: '/settings/data',
                lazy: () =>
                  withWords(
                    ['data', 'keep', 'history', ...KINDS.map(({ name }) => name)],
                    () => import('./data-route.tsx'),
                  ),
              },
            ],
          },
          { path: '/shared/:id', lazy: () => withWords(['links'], () => import('./shared-route.tsx')) },
          { path: '/admin/*', lazy: () => withWords(['admin'], () => import('./admin-route.tsx')) },
          {
            lazy: () => withWords(['my-memos', ...KIND_WORDS], () => import('./my-memos-route.tsx')),
            children: [
              { path: '/my-memos', lazy: fetchOwn },
              {
                path: '/my-memos/history',
                lazy: () => withWords(['history'], () => import('./my-history-route.tsx')),
              },
              { path: '/my-memos/tags/:tag?', lazy: fetchOwn },
              {
                path: '/my-memos/waiting',
                lazy: () => withWords(['my-memos', 'appearance', ...KIND_WORDS], () => import('./waiting-route.tsx')),
              },
              ...KINDS.map(({ path, page }) => ({ path: `/my-memos/${path}`, lazy: page })),
            ],
          },
          ...KINDS.flatMap(({ pages = [] }) => pages),
          { path: '*', lazy: () => import('./not-found-page.tsx') },
        ],
      },
    ],
  },
]
