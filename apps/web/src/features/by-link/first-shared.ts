import type { FirstPage } from '../../api/first-page.ts'
import { sharedQuery } from './shared-query.ts'

/** The longest item that the server renders, in characters of JSON. A longer one would hold up other requests. */
const LONGEST_RENDERED = 30_000

/**
 * The server's HTML of the page of a shared item. The address that a browser requests has no key, so this HTML is the
 * same for all. Its script (public/shared-words.js) sends the key, and the answer is this page with the item.
 */
export const firstShared: FirstPage = {
  path: '/shared/:id',
  module: 'src/app/shared-route.tsx',
  words: ['links'],
  script: '/shared-words.js',
  isSameForAll: true,
  prepare: async ({ params: { id = '' }, hash, queries }) => {
    const key = hash.slice(1)
    const item = key === '' ? null : await queries.fetchQuery(sharedQuery(id, key))
    return { status: JSON.stringify(item).length > LONGEST_RENDERED ? 'long' : 'found' }
  },
}
