import { findable, namesOfVerses } from '@pathlight/contracts/find-rules.ts'
import { type Change, changesQuery, changes as changesShape, HISTORY_LENGTH } from '@pathlight/contracts/history.ts'
import { REMOVED_COUNT_MAX } from '@pathlight/contracts/history-rules.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { Where } from '@pathlight/read-models/read-model-store.ts'
import { type ChangeDocument, changesModel, LONGEST_CHANGE, lastKnownModel } from '../changes.ts'
import type { QueryDependencies } from '../dependencies.ts'
import { keyBefore, readPage } from '../list-page.ts'
import { bookOr404 } from '../passage.ts'
import { reachPosition } from '../read-position.ts'
import { nameDevices } from './devices.ts'

/** The text in which a search looks for a change: its words, its verses in both languages, and its version. */
const findableChange = ({ excerpt, version, verse_id, end_verse_id, book, chapter }: ChangeDocument): string =>
  findable([
    excerpt,
    version,
    book && `${book} ${chapter}`,
    ...(verse_id === null ? [] : namesOfVerses(verse_id, end_verse_id ?? verse_id)),
  ])

const passageOf = ({ book, chapter, version, verse_id, end_verse_id }: ChangeDocument): Change['passage'] =>
  book === null || chapter === null ? null : { book, chapter, version: version ?? '', verse_id, end_verse_id }

/**
 * Answers all changes of the person, newest first, page by page, or only the removals of items that have not come back.
 * The first page has the number of these removals, at most REMOVED_COUNT_MAX.
 */
export const listChanges = (app: App, url: string, dependencies: QueryDependencies) => {
  const { readModels, sessions, deviceLabels } = dependencies
  const changes = readModels.collection(changesModel)
  const known = readModels.collection(lastKnownModel)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'Everything I changed, newest first',
        querystring: changesQuery,
        response: { 200: changesShape },
      },
    },
    async (request, reply) => {
      const { before, limit = HISTORY_LENGTH, kind, device, book, query, removed } = request.query
      const where: Where<ChangeDocument> = {
        ...(kind !== undefined && { kind }),
        ...(device !== undefined && { device_id: device }),
        ...(book !== undefined && { book_index: bookOr404(book).index }),
      }
      const session = signedIn(request)
      await reachPosition(readModels, [changesModel, lastKnownModel], request, reply)
      const asked = {
        limit,
        ...(before !== undefined && { after: keyBefore(BigInt(before)) }),
        ...(query !== undefined && { query }),
      }
      const longest = LONGEST_CHANGE
      const { items, next } = removed
        ? await readPage(known, session.userId, asked, findableChange, { longest, where: { ...where, removed: true } })
        : await readPage(changes, session.userId, asked, findableChange, { longest, where })
      const removedCount =
        before === undefined
          ? await known.count({ user_id: session.userId, removed: true }, { most: REMOVED_COUNT_MAX })
          : null
      const deviceOf = await nameDevices(deviceLabels, session)
      return {
        changes: items.map((change) => ({
          position: change.position,
          at: change.at,
          kind: change.kind,
          id: change.item_id,
          action: change.action,
          revision: change.revision,
          device: deviceOf(change.device_id),
          passage: passageOf(change),
          excerpt: change.excerpt,
        })),
        // The cursor of the API is the position, which is the first part of the last change's key.
        next: next && String(BigInt(next.slice(1).split('.')[0] ?? '')),
        removed_count: removedCount,
      }
    },
  )
}
