import { randomUUID } from 'node:crypto'
import { addHighlightBody, highlight as highlightShape } from '@pathlight/contracts/highlights.ts'
import { highlightId, highlightsStream } from '@pathlight/domain/highlights/events.ts'
import { highlights } from '@pathlight/domain/highlights/highlights.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { answerItem } from '../answer-item.ts'
import { nameBasedId } from '../event-id.ts'
import { handleCommand } from '../handle-command.ts'
import type { KnownTexts } from '../verse-place.ts'
import { checkVersePlace, versionNamed } from '../verse-place.ts'
import { writerOf } from '../writer.ts'

type Range = { readonly startOffset: number; readonly endOffset: number; readonly selectedText: string }

/** Letters of one written character: a surrogate pair, a Hangul syllable of several jamo, a letter with its marks. */
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Whether a character of the text goes across this offset. */
const splitsCharacter = (text: string, offset: number): boolean =>
  offset > 0 && offset < text.length && characters.segment(text).containing(offset)?.index !== offset

/** What can be said of a range: against the text where it is here, else against the words that were sent. */
export const checkRange = (text: string | null, { startOffset, endOffset, selectedText }: Range): void => {
  const whole = text ?? selectedText
  const [start, end] = text === null ? [0, endOffset - startOffset] : [startOffset, endOffset]
  if (start >= end || end > whole.length)
    throw new RuleBroken('invalid', 'bad_offsets', 'The selected range is not part of the verse.')
  if (splitsCharacter(whole, start) || splitsCharacter(whole, end))
    throw new RuleBroken('invalid', 'bad_offsets', 'The selected range is not part of the verse.')
  if (whole.slice(start, end) !== selectedText)
    throw new RuleBroken('invalid', 'other_words', 'The selected words are not what the verse has there.')
}

/** Highlights words of a verse. */
export const addHighlight = (
  app: App,
  url: string,
  { log, sessions, ...texts }: { log: EventLog; sessions: Sessions } & KnownTexts,
) =>
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'Highlight words of a verse',
        body: addHighlightBody,
        response: { 201: highlightShape },
      },
    },
    async (request, reply) => {
      const { verseId, book, chapter, selectedText, startOffset, endOffset, color } = request.body
      checkVersePlace(verseId, book, chapter)
      const version = versionNamed(request.body.version, texts)
      const writer = writerOf(request)
      const { userId, idempotencyKey } = writer
      // A repeat must find the highlight it made before, even when the server chose the id.
      const freshId = () => (idempotencyKey === null ? randomUUID() : nameBasedId(userId, idempotencyKey, 'highlight'))
      const id = highlightId(verseId, version, request.body.id ?? freshId())
      const handled = await handleCommand(log, highlights, highlightsStream(userId, verseId, version), writer, {
        type: 'AddHighlight',
        data: { highlightId: id, userId, verseId, version, selectedText, startOffset, endOffset, color },
        // Another text may have been imported since this was asked for first.
        facts: () => {
          const verseText = texts.verseText(version, verseId)
          checkRange(verseText, { startOffset, endOffset, selectedText })
          return { verseText }
        },
      })
      reply.code(201)
      return answerItem(reply, handled)
    },
  )
