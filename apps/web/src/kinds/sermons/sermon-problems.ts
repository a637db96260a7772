import type { TFunction } from 'i18next'
import type { ApiProblem } from '../../api/api-problem.ts'
import { sayProblem } from '../../locales/server-message.ts'
import type { DraftProblem } from '../../study/editor/use-editor.ts'
import { isTooLong, missingFields, rangeProblem, type SermonDraft } from './sermon-draft.ts'

/** The translation keys of the required fields. The fields are named as in drafts and as in calls. */
const FIELD_WORDS = {
  title: 'sermons.title',
  speaker: 'sermons.speaker',
  startChapter: 'sermons.startChapter',
  startVerse: 'sermons.startVerse',
  startVerseId: 'sermons.startVerse',
  endChapter: 'sermons.endChapter',
  endVerse: 'sermons.endVerse',
  endVerseId: 'sermons.endVerse',
  content: 'sermons.content',
} as const
const RANGE_WORDS = { bad_range: 'server.bad_range', unknown_verse: 'server.unknown_verse' } as const
const isField = (name: string): name is keyof typeof FIELD_WORDS => Object.hasOwn(FIELD_WORDS, name)

/** The missing fields in words, in the language of the page. */
const sayMissing = (t: TFunction, fields: readonly string[]): string =>
  t('sermons.missing', { fields: fields.map((name) => (isField(name) ? t(FIELD_WORDS[name]) : name)).join(', ') })

/** Whether the server refused the range of verses. */
export const isRangeRefusal = ({ code }: ApiProblem): boolean => Object.hasOwn(RANGE_WORDS, code)

/** The server's refusal in words. Null if the server sent no message. */
export const sayRefusal = (t: TFunction, error: ApiProblem): string | null =>
  error.code === 'sermon_fields_missing' && error.params?.fields !== undefined
    ? sayMissing(t, String(error.params.fields).split(', '))
    : sayProblem(t, error)

/** The problem of a draft, in words. Null if this device knows of none. */
export const draftProblem = (t: TFunction, draft: SermonDraft): DraftProblem | null => {
  const missing = missingFields(draft)
  if (missing.length > 0) return { said: sayMissing(t, missing), fields: missing }
  const range = rangeProblem(draft)
  if (range) return { said: t(RANGE_WORDS[range]), fields: ['endChapter', 'endVerse'] }
  return isTooLong(draft) ? { said: t('server.content_too_long'), fields: ['content'] } : null
}
