import { highlightKind } from '../features/highlights/highlight-kind.ts'
import { noteKind } from '../features/notes/note-kind.ts'
import { sermonKind } from '../features/sermons/sermon-kind.ts'
import type { StudyKind } from '../study/study-kind.ts'

/** What people can have on verses, in the order in which the popup offers it and the panel shows it. */
export const STUDY_KINDS: readonly StudyKind[] = [noteKind, highlightKind, sermonKind]
