import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import type { WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { touchesOnVerses } from '../../study/touches-on-verses.ts'

/** The writes of notes, and the queries that show them. */
export const noteWrites: WriteKind<Note> = pendingWrites.register<Note>({
  name: 'notes',
  history: 'note',
  call: ({ base, wanted }) => {
    if (wanted === null) return { method: 'DELETE', path: `/api/note/detail/${base.id}` }
    const { id, verse_id, end_verse_id, version, book, title, text, tags } = wanted
    const words: Editable['note'] = { title, text, tags }
    return base === null
      ? { method: 'POST', path: '/api/note/', body: { id, verse_id, end_verse_id, version, book, ...words } }
      : { method: 'PUT', path: `/api/note/detail/${id}`, body: words }
  },
  touches: touchesOnVerses('notes'),
})
