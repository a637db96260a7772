import { findable, namesOfVerses } from '@pathlight/contracts/find-rules.ts'
import type { ListKind } from '../../study/use-item-list.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

/** All sermons of a person, in outline. */
export const sermonList: ListKind<SermonItem> = {
  writes: sermonWrites,
  path: '/api/sermon/user',
  only: { asked: { content: 'none' }, has: () => true },
  findable: ({ title, speaker, excerpt, version, start_verse_id, end_verse_id }) =>
    findable([title, speaker, excerpt ?? null, version, ...namesOfVerses(start_verse_id, end_verse_id)]),
  searchedThere: true,
}
