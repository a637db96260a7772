import {
  openedShare,
  openSharedBody,
  type SharedCopy,
  shareBody,
  shared,
  sharedCopy,
  sharedParams,
  shareParams,
  shares,
} from '@pathlight/contracts/share.ts'
import { firstWords, type ShareableKind } from '@pathlight/contracts/share-rules.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { type Identity, MOST_SHARES, type Share } from '@pathlight/identity/identity.ts'
import { z } from 'zod'
import { newId } from '../item-calls.ts'
import type { Kind } from '../kind.ts'
import { recordAccountChange } from '../record-account-change.ts'
import type { KnownTexts } from '../verse-place.ts'
import { writerOf } from '../writer.ts'
import { newLinkKey, openCopy, sealCopy } from './sealed-copy.ts'
import { itemNow, shownNow } from './shown-item.ts'

type Parts = {
  readonly log: EventLog
  readonly identity: Identity
  readonly sessions: Sessions
  readonly kinds: readonly Kind[]
} & Pick<KnownTexts, 'verseText'>

/** The same answer for an unknown share, an ended one and a wrong key, so that nobody learns which. */
const nothingShared = () =>
  new HttpProblem(404, 'shared_nothing', 'Nothing is shared under this link. It may have ended, or been cut off.')

/**
 * Shares one of the person's items by a link. A repeat (Idempotency-Key) answers the same share with a new key, because nobody got
 * the first one.
 */
const shareItem = (app: App, url: string, parts: Parts) =>
  app.post(
    url,
    {
      onRequest: parts.sessions.requireUser,
      schema: { summary: 'Share one of my items by a link', body: shareBody, response: { 201: shared } },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId } = session
      const { kind, id: itemId, until, follows = false, name } = request.body
      if (until !== null && Date.parse(until) <= Date.now())
        throw new HttpProblem(400, 'share_over', 'The end of a share lies in the future.')
      const now = await shownNow(parts, userId, kind, itemId)
      if (now === null) throw new HttpProblem(404, 'share_no_item', 'You have no such item.')
      const id = newId(writerOf(request), 'share')
      const { key, publicKey } = await newLinkKey()
      const copy = await sealCopy(id, publicKey, { kind, name: name || null, item: now.item })
      await request.server.quota.countUpload(userId, copy.byteLength)
      const end = until === null ? null : new Date(until)
      const share = { id, userId, kind, itemId, revision: now.revision, publicKey, copy, follows, until: end }
      if (!(await parts.identity.keepShare(share)))
        throw new HttpProblem(409, 'too_many_shares', `You share ${MOST_SHARES} things already. Take one back first.`, {
          params: { max: MOST_SHARES },
        })
      await recordAccountChange(parts.log, request, { userId, session, change: 'share-made' })
      return reply.code(201).send({ id, key, until: end?.toISOString() ?? null })
    },
  )

/** The title of an item in the list of shares. */
const titleOf = ({ title, text = '' }: { readonly title?: string | null; readonly text?: string }): string =>
  title || firstWords(text)

/** Lists the person's shares. */
const listShares = (app: App, url: string, parts: Parts) =>
  app.get(
    url,
    { onRequest: parts.sessions.requireUser, schema: { summary: 'What I share', response: { 200: shares } } },
    async (request) => {
      const { userId } = signedIn(request)
      const mine = await parts.identity.sharesOf(userId)
      const living = mine.filter(({ until }) => until === null || until.getTime() > Date.now())
      const listed = await Promise.all(
        living.map(async ({ id, kind: name, itemId, until, follows, createdAt, opened, openedAt }) => {
          const kind = name as ShareableKind
          const now = await itemNow(parts, userId, kind, itemId)
          return {
            ...{ id, kind, item: itemId, title: now && titleOf(now.item), follows, opened },
            until: until?.toISOString() ?? null,
            created_at: createdAt.toISOString(),
            opened_at: openedAt?.toISOString() ?? null,
          }
        }),
      )
      return { shares: listed }
    },
  )

/** Ends a share: its copy is removed, and its link shows nothing any more. */
const endShare = (app: App, url: string, { identity, log, sessions }: Parts) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      config: { whileLocked: true },
      schema: { summary: 'Take a share back', params: shareParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId } = session
      if (!(await identity.endShare(userId, request.params.id)))
        throw new HttpProblem(404, 'share_not_found', 'You share nothing under this address.')
      await recordAccountChange(log, request, { userId, session, change: 'share-ended' })
      return reply.code(204).send(null)
    },
  )

/**
 * The content to show. If the share follows its item, a changed item is sealed anew now; null: the item was removed. So a share
 * waits for no job, and a write costs nothing more. A pad's copy follows the pad: its quotations are as they were at the pad's last
 * change.
 */
const following = async (parts: Parts, share: Share, opened: SharedCopy): Promise<SharedCopy | null> => {
  if (!share.follows) return opened
  const before = await itemNow(parts, share.userId, opened.kind, share.itemId)
  if (before === null || before.revision === share.revision) return before && opened
  const now = await shownNow(parts, share.userId, opened.kind, share.itemId)
  if (now === null) return null
  const renewed = sharedCopy.parse({ ...opened, item: now.item })
  const copy = await sealCopy(share.id, share.publicKey, renewed)
  await parts.identity.renewShare(share.id, { revision: now.revision, copy })
  return renewed
}

/** Opens a share by its link. The body has the key, so that no log of addresses has it. */
const openShared = (app: App, url: string, parts: Parts) =>
  app.post(
    url,
    {
      schema: {
        summary: 'Open what somebody shared by a link',
        params: sharedParams,
        body: openSharedBody,
        response: { 200: openedShare },
      },
    },
    async (request, reply) => {
      const share = await parts.identity.findShare(request.params.id.toLowerCase())
      if (share === null) throw nothingShared()
      const opened = sharedCopy.safeParse(await openCopy(share.id, request.body.key, share.copy))
      // The shares of a locked account are hidden.
      const isOpen = opened.success && (await parts.identity.findUser(share.userId))?.locked === false
      const shown = opened.success && isOpen ? await following(parts, share, opened.data) : null
      if (shown === null) throw nothingShared()
      // The owner's own visit is not counted.
      if ((await parts.sessions.find(request))?.userId !== share.userId) await parts.identity.countOpening(share)
      return reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .send({ ...shown, until: share.until?.toISOString() ?? null })
    },
  )

/** What people share by links. */
export const shareCalls = (app: App, parts: Parts): void => {
  shareItem(app, '/api/share', parts)
  listShares(app, '/api/share', parts)
  endShare(app, '/api/share/:id', parts)
  openShared(app, '/api/shared/:id', parts)
}
