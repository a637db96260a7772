import type { FirstPage } from '../../api/first-page.ts'

/** The page about what Pathlight does from the server. */
export const firstExplore: FirstPage = {
  path: '/about/explore-pathlight',
  module: 'src/features/landing/explore-page.tsx',
  words: ['landing', 'explore'],
  prepare: async () => ({ status: 'found' }),
}
