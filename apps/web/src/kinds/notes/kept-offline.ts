import type { Note } from '@pathlight/contracts/notes.ts'
import type { OfflineKind } from '../../study/offline-kind.ts'
import { overlayNotes } from './overlay-notes.ts'

/** All notes of a person, for when the server is away. */
export const offline: OfflineKind<Note> = { path: '/api/note/user?limit=200', onVerses: overlayNotes }
