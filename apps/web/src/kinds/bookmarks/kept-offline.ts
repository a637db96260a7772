import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import type { OfflineKind } from '../../study/offline-kind.ts'

/** All bookmarks of a person, for when the server is away. */
export const offline: OfflineKind<Bookmark> = { path: '/api/bookmarks?limit=500' }
