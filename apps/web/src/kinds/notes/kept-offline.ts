import { findableNote } from '@pathlight/contracts/find-rules.ts'
import { plainTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { mentionsIn } from '@pathlight/contracts/mentions-rules.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import type { OfflineKind } from '../../study/offline-kind.ts'
import { passageOn } from '../../study/passage-on.ts'
import { overlayNotes } from './overlay-notes.ts'

/** How a device keeps all notes of a person for offline use. */
export const offline: OfflineKind<Note> = {
  path: '/api/note/user?limit=200',
  searched: (note) => ({
    passage: passageOn(note.book, note.version, note.verse_id, note.end_verse_id),
    ...{ title: note.title, color: null, changedAt: note.updated_at },
    get text() {
      return plainTextOfMarkdown(note.text)
    },
    findable: () => findableNote(note),
    mentions: () => mentionsIn([note.title, note.text].join('\n')),
  }),
  pathOf: ({ id }) => `/api/note/detail/${id}`,
  onVerses: overlayNotes,
}
