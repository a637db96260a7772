import type { FirstPage } from '../../api/first-page.ts'

/**
 * The server's HTML of the page of a shared item. The server does not know the key, so the browser fetches the item.
 */
export const firstShared: FirstPage = {
  path: '/shared/:id',
  module: 'src/app/shared-route.tsx',
  words: ['links'],
  isSameForAll: true,
  prepare: async () => ({ status: 'found' }),
}
