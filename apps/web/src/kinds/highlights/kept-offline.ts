import type { Highlight } from '@pathlight/contracts/highlights.ts'
import type { OfflineKind } from '../../study/offline-kind.ts'
import { overlayHighlights } from './overlay-highlights.ts'

/** All highlights of a person, for when the server is away. */
export const offline: OfflineKind<Highlight> = { path: '/api/highlight/user?limit=200', onVerses: overlayHighlights }
