import { NoRichText, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { openRoom, RoomFull, TookTooMuch } from '@pathlight/jobs/elsewhere.ts'
import type { ReadHtml } from './html-thread.ts'
import { richTextOfHtml } from './rich-text-of-html.ts'

/** HTML of at most this length, in UTF-16 units, is read on the main thread, where it takes a few milliseconds. */
export const READ_AT_ONCE = 5_000
/** The limits of the thread. Reading the longest HTML that a body can have takes a small part of them. */
const ROOM = { mostMs: 5_000, mostMb: 128, mostWaiting: 50 }

/** Reads the HTML of a person's sermon. Throws NoRichText, and 503 if too many texts wait. */
export type HtmlReader = {
  readonly read: (userId: string, html: string) => Promise<RichText>
  readonly close: () => Promise<void>
}

/** Reads short HTML on the main thread, and longer HTML on a thread of its own, so that other requests do not wait. */
export const openHtmlReader = (): HtmlReader => {
  const room = openRoom<string, ReadHtml>({ file: new URL('./html-thread.ts', import.meta.url), ...ROOM })
  return {
    close: room.close,
    read: async (userId, html) => {
      if (html.length <= READ_AT_ONCE) return richTextOfHtml(html)
      const read = await room.have(userId, html).catch((error: unknown) => {
        if (error instanceof TookTooMuch)
          throw new NoRichText('content_too_long', 'This content takes too long to be read. Send less of it.')
        if (error instanceof RoomFull)
          throw new HttpProblem(503, 'busy', 'The server is busy with your requests. Please try again in a second.', {
            headers: { 'retry-after': '1' },
          })
        throw error
      })
      if ('content' in read) return read.content
      throw new NoRichText(read.refused.code, read.refused.message)
    },
  }
}
