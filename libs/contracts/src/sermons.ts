import { z } from 'zod'
import { listQuery } from './lists.ts'
import { bookName, NO_VERSION, versionCode } from './passage.ts'
import { refusal, tooLong } from './refusal.ts'
import { SERMON_SPEAKER_MAX, SERMON_TITLE_MAX } from './sermon-rules.ts'
import { tagsImported, tagsSent, tagsShown } from './tagged.ts'

const NOT_FOUND = refusal('sermon_not_found', 'No such sermon.')
const NO_UUID = 'The id of a sermon is a UUID.'
const BAD_VERSE = refusal('unknown_verse', 'There is no such verse.')

/** Rich text from `cleanRichText`. The page cleans it once more before showing it. */
const richText = z.custom<object>((content) => typeof content === 'object' && content !== null)

/** A sermon on a range of verses, which are in the numbering of `version`. */
const sermon = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  title: z.string(),
  speaker: z.string(),
  content: richText,
  version: z.string(),
  book: z.string(),
  start_chapter: z.int(),
  start_verse_id: z.int(),
  end_chapter: z.int(),
  end_verse_id: z.int(),
  tags: tagsShown,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  revision: z.int().min(1),
})
export type Sermon = z.infer<typeof sermon>

const line = (max: number, typed: string, tooLong: string) =>
  z
    .string(typed)
    .max(max, tooLong)
    .nullish()
    .transform((text) => text?.trim() ?? '')

const verseId = z.int(BAD_VERSE).nullish()
const chapter = z.int('A chapter is a whole number.').nullish()

/**
 * The fields of a sermon that the editor sends. All are optional here, because the command names all missing fields in
 * one message. `content`: rich text, HTML or plain text. `verseId`: the first verse.
 */
const sermonFields = {
  verseId,
  title: line(SERMON_TITLE_MAX, 'A title is a text.', tooLong('title_too_long', 'A title holds', SERMON_TITLE_MAX)),
  speaker: line(
    SERMON_SPEAKER_MAX,
    'The name of a speaker is a text.',
    tooLong('speaker_too_long', 'The name of a speaker holds', SERMON_SPEAKER_MAX),
  ),
  content: z.unknown().optional(),
  version: z.string(NO_VERSION).max(20, NO_VERSION).nullish(),
  book: bookName.optional(),
  startChapter: chapter,
  startVerseId: verseId,
  endChapter: chapter,
  endVerseId: verseId,
  tags: tagsSent,
}

const SERMON = {
  title: 'The light of the world',
  speaker: 'Ann',
  content: '<p>In him was <strong>life</strong>.</p>',
  version: 'KJV',
  book: 'John',
  startChapter: 1,
  startVerseId: 43_001_004,
  endChapter: 1,
  endVerseId: 43_001_009,
  tags: ['light'],
}

/** PUT /api/sermon/{id} and /api/sermons/{id}: the whole new state. */
export const editSermonBody = z.object(sermonFields).meta({ examples: [SERMON] })
export type SermonFields = z.output<typeof editSermonBody>

/** POST /api/sermon/. The client or the server makes `id`. */
export const addSermonBody = editSermonBody
  .extend({
    id: z
      .uuid(NO_UUID)
      .transform((id) => id.toLowerCase())
      .optional(),
  })
  .meta({ examples: [SERMON] })

export const sermonParams = z.object({ id: z.uuid(NOT_FOUND).transform((id) => id.toLowerCase()) })
/** GET /api/sermon/{verseId} and /api/sermon/{id}: a verse id is a number, a sermon's id a UUID. */
export const sermonOrVerseParams = z.object({
  id: z.union(
    [
      z
        .string()
        .regex(/^\d{7,8}$/)
        .transform(Number),
      sermonParams.shape.id,
    ],
    NOT_FOUND,
  ),
})
/** If there are more sermons than an answer holds, a Link header names the next part. */
export const sermonsOnVerseQuery = listQuery.pick({ after: true })

/** GET /api/sermon/user. `content=none` asks for outlines, which are short even if the sermons are long. */
export const sermonListQuery = listQuery.extend({
  content: z.literal('none', 'A list of sermons has their content, or none.').optional(),
})

export const sermonAdded = z.object({ verseId: z.int(), newSermon: sermon })
export const sermonEdited = sermon.extend({ verseId: z.int() })
export const sermonsOnVerse = z.object({ verseId: z.int(), sermons: z.array(sermon) })

/** A sermon without its content; `excerpt` is the content's beginning as plain text. */
export const sermonOutline = sermon.omit({ content: true }).extend({ excerpt: z.string() })

/**
 * A sermon on a chapter. `shown_from` and `shown_to`: its first and last verse on that chapter, in the numbering of the
 * requested version.
 */
const overlay = sermonOutline.omit({ excerpt: true }).extend({ shown_from: z.int(), shown_to: z.int() })
export type OverlaySermon = z.infer<typeof overlay>

/** Exported content is always rich text. */
const keptContent = z.looseObject({ type: z.literal('doc') })

export const sermonShapes = {
  names: 'sermons' as const,
  item: sermon,
  overlay,
  exported: sermon.omit({ user_id: true }).extend({ content: keptContent }),
  imported: z.object({
    id: z.uuid(NO_UUID).transform((id) => id.toLowerCase()),
    title: editSermonBody.shape.title,
    speaker: editSermonBody.shape.speaker,
    content: keptContent,
    version: versionCode,
    book: bookName,
    start_chapter: z.int(),
    start_verse_id: z.int(),
    end_chapter: z.int(),
    end_verse_id: z.int(),
    tags: tagsImported,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  }),
}
