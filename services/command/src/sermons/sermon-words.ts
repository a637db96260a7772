import {
  cleanRichText,
  MAX_DEPTH,
  NoRichText,
  plainTextOf,
  type RichText,
  richTextOf,
} from '@pathlight/contracts/rich-text-rules.ts'
import type { SermonFields } from '@pathlight/contracts/sermons.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import type { SermonRange, SermonWords } from '@pathlight/domain/sermons/events.ts'
import { isVisible } from '@pathlight/domain/visible.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { refusePiledMarksIn } from '../refuse-piled-marks.ts'
import { checkVersePlace, type KnownTexts, versionNamed } from '../verse-place.ts'
import type { HtmlReader } from './read-html.ts'
import { looksLikeHtml } from './rich-text-of-html.ts'

/** The required fields of a sermon, in the order and words of the specification (section 5). */
const REQUIRED = [
  ['title', 'Title'],
  ['speaker', 'Speaker'],
  ['startChapter', 'Start Chapter'],
  ['startVerseId', 'Start Verse'],
  ['endChapter', 'End Chapter'],
  ['endVerseId', 'End Verse'],
  ['content', 'Sermon Content'],
] as const

/** The sender of a sermon, and the reader of its HTML. */
type WhoSends = { readonly userId: string; readonly html: HtmlReader }

const contentOf = async (sent: unknown, writer: WhoSends): Promise<RichText | null> => {
  if (sent === undefined || sent === null || sent === '') return null
  if (typeof sent !== 'string') return cleanRichText(sent)
  return looksLikeHtml(sent) ? writer.html.read(writer.userId, sent) : richTextOf(sent)
}

const cleaned = async (sent: unknown, writer: WhoSends): Promise<RichText | null> => {
  try {
    return await contentOf(sent, writer)
  } catch (error) {
    if (!(error instanceof NoRichText)) throw error
    const { code, message } = error
    const params = code === 'too_deep' ? { max: MAX_DEPTH } : {}
    throw new RuleBroken(code === 'content_too_long' ? 'too_large' : 'invalid', code, message, params)
  }
}

/**
 * Checks that the verse exists. If the version's text is installed, the verse must exist in that text, alone or joined
 * with others, such as 4-5.
 */
const checkVerse = (verseId: number, version: string, { verseText, versesBetween }: KnownTexts): void => {
  checkVersePlace(verseId, undefined)
  if (verseText(version, verseId) === '' && versesBetween(version, verseId, verseId).every(({ text }) => text === ''))
    throw new RuleBroken('invalid', 'unknown_verse', 'There is no such verse.')
}

/**
 * Validates a sermon of a request or of an import file. Throws RuleBroken, which names all missing fields, and the
 * errors of `writer.html`. The domain checks whether the verses make a range.
 */
export const sermonFrom = async (
  sent: SermonFields,
  texts: KnownTexts,
  writer: WhoSends,
): Promise<SermonWords & SermonRange> => {
  const { title, speaker, startChapter, startVerseId, endChapter, endVerseId } = sent
  const pause = pauses()
  const content = await cleaned(sent.content, writer)
  await pause()
  const words = content === null ? '' : plainTextOf(content)
  refusePiledMarksIn(words)
  const isThere = {
    title: isVisible(title),
    speaker: isVisible(speaker),
    startChapter,
    startVerseId,
    endChapter,
    endVerseId,
    content: isVisible(words),
  }
  const missing = REQUIRED.filter(([field]) => !isThere[field])
  if (!content || !startChapter || !startVerseId || !endChapter || !endVerseId || missing.length > 0) {
    const names = missing.map(([, name]) => name).join(', ')
    throw new RuleBroken('invalid', 'sermon_fields_missing', `Please fill in the following required fields: ${names}`, {
      // The fields have their API names here. The client translates them.
      fields: missing.map(([field]) => field).join(', '),
    })
  }
  const version = versionNamed(sent.version ?? '', texts)
  checkVersePlace(startVerseId, sent.book)
  if ((sent.verseId ?? startVerseId) !== startVerseId)
    throw new RuleBroken('invalid', 'bad_range', 'A sermon begins with the verse that it is written on.')
  checkVerse(startVerseId, version, texts)
  checkVerse(endVerseId, version, texts)
  const place = parseVerseId(startVerseId)
  const book = place === null ? '' : bookName(place.book, 'en')
  const range = { version, book, startChapter, startVerseId, endChapter, endVerseId }
  return { title, speaker, content, ...range, ...(sent.tags !== undefined && { tags: sent.tags }) }
}
