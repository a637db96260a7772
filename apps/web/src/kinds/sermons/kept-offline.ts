import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import type { Sermon } from '@pathlight/contracts/sermons.ts'
import type { OfflineKind } from '../../study/offline-kind.ts'
import { overlaySermons } from './overlay-sermons.ts'

/** As much of a sermon as its card shows, in UTF-16 units. */
const EXCERPT = 200

/** All sermons of a person, whole, for when the server is away. A sermon may have 200 kB: a page has few of them. */
export const offline: OfflineKind<Sermon> = {
  path: '/api/sermon/user?limit=20',
  listed: ({ content, ...outline }) => {
    const words = plainTextOf(content as RichText)
    return { ...outline, excerpt: words.slice(0, EXCERPT), words }
  },
  pathOf: ({ id }) => `/api/sermon/${id}`,
  onVerses: overlaySermons,
}
