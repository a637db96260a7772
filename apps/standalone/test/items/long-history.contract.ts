import { LIST_BYTES_MAX } from '@pathlight/contracts/lists.ts'
import { noteKind, noteStream } from '@pathlight/domain/notes/note-item.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { readItemHistory } from '@pathlight/query/history/get-item-history.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'

const VERSE = 43_003_016
const EDITS = 40
/** About 200 KB in UTF-8, where the character needs three bytes. */
const LONG_TEXT = '길'.repeat(200_000 / 3)

export const longHistoryContract = (running: () => AppUnderTest): void => {
  describe('a long history', () => {
    it('is read a page at a time: a page costs what it shows, however much there is behind it', async () => {
      const ann = await signUpSomebody(running().app)
      const { log } = running().stores
      const added = await ann.ask('POST', '/api/note/', {
        body: { verse_id: VERSE, version: 'KJV', text: 'So loved.' },
      })
      const { id, user_id: userId } = added.body
      const stream = noteStream(userId, id)
      const [first] = (await log.readEnds(stream)).events
      if (first === undefined) throw new Error('The note has no event')
      for (let nth = 0; nth < EDITS; nth++) {
        const editedAt = new Date().toISOString()
        const metadata = { ...first.metadata, messageId: crypto.randomUUID(), schemaVersion: 2, occurredAt: editedAt }
        const { streamName: _, streamPosition: __, globalPosition: ___, commandHash: ____, ...written } = metadata
        const data = {
          noteId: id,
          userId,
          verseId: VERSE,
          version: 'KJV',
          title: `Draft ${nth}`,
          text: LONG_TEXT,
          editedAt,
        }
        await log.appendToStream(stream, [{ type: 'NoteEdited', data, metadata: written }])
      }

      /** The bytes of each read of the stream for the present page. */
      let looks: number[] = []
      const looking: Pick<EventLog, 'readStream' | 'readEnds'> = {
        readEnds: log.readEnds,
        readStream: async (...asked) => {
          const read = await log.readStream(...asked)
          looks.push(Buffer.byteLength(JSON.stringify(read.events.map(({ data }) => data))))
          return read
        },
      }
      const found: number[] = []
      for (let before: number | undefined | null; before !== null; ) {
        looks = []
        const page = await readItemHistory(looking, noteKind, { userId, id, before: before ?? undefined, limit: 200 })
        found.push(...page.revisions.map(({ event }) => Number(event.metadata.streamPosition)))
        // All reads for a page together are shorter than two full pages.
        expect(looks.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(2 * LIST_BYTES_MAX)
        // The first read takes two events, because it does not know their length. The two are longer than a page.
        expect(Math.max(...looks)).toBeLessThan(1.5 * LIST_BYTES_MAX)
        before = page.next
      }
      expect(found).toEqual(Array.from({ length: EDITS + 1 }, (_, nth) => EDITS + 1 - nth))

      const answer = await ann.ask('GET', `/api/history/note/${id}?limit=200`)
      expect(answer.body.revisions.length).toBeLessThan(EDITS / 4)
      expect(answer.body.next).toBe(answer.body.revisions.at(-1).revision)
    })
  })
}
