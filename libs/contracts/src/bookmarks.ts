import { z } from 'zod'
import { bookName, verseIfAny, versionCode } from './passage.ts'
import { refusal } from './refusal.ts'
import { tagsImported, tagsSent, tagsShown } from './tagged.ts'

const NOT_FOUND = refusal('bookmark_not_found', 'No such bookmark.')

/**
 * A bookmarked chapter (`verse_id` null), verse, or all verses from `verse_id` to `end_verse_id`. `book` is the English
 * name. The verse ids are absent only if an older program made the bookmark.
 */
const bookmark = z.object({
  id: z.string(),
  book: z.string(),
  chapter: z.int(),
  verse_id: z.int().nullish(),
  end_verse_id: z.int().nullish(),
  version: z.string(),
  category: z.literal('General'),
  tags: tagsShown,
  created_at: z.iso.datetime(),
  revision: z.int().min(1),
})

export type Bookmark = z.infer<typeof bookmark>

/** POST /api/bookmarks. Without verses: the whole chapter. The category is always General (specification section 9). */
export const addBookmarkBody = z
  .object({
    book: bookName,
    chapter: z.int('A chapter is a whole number.'),
    verse_id: verseIfAny,
    end_verse_id: verseIfAny,
    version: versionCode,
    category: z.literal('General', 'The category of a bookmark is General.').optional(),
    tags: tagsSent,
  })
  .meta({ examples: [{ book: 'John', chapter: 3, version: 'KJV', tags: ['love'] }] })

/** PUT /api/bookmarks/{id}: only the tags can change. */
export const editBookmarkBody = z.object({ tags: tagsSent }).meta({ examples: [{ tags: ['love', 'John'] }] })

export const bookmarkParams = z.object({ id: z.string(NOT_FOUND).max(80, NOT_FOUND) })
/** The message to a caller without a session (specification section 8). */
export const BOOKMARKS_NOT_LOGGED_IN = 'User not logged in'

export const bookmarkShapes = {
  item: bookmark,
  exported: bookmark,
  imported: z.object({
    id: z.string().max(80),
    book: bookName,
    chapter: z.int(),
    verse_id: verseIfAny,
    end_verse_id: verseIfAny,
    version: versionCode,
    tags: tagsImported,
    created_at: z.iso.datetime(),
  }),
}
