import type { FirstPage } from '../../api/first-page.ts'

export const firstExplore: FirstPage = {
  path: '/about/explore-pathlight',
  module: 'src/features/landing/explore-page.tsx',
  words: ['landing', 'explore'],
  prepare: async () => ({ status: 'found' }),
}
