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
import type { ShareableKind } from '@pathlight/contracts/share-rules.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { MOST_SHARES, type Share } from '@pathlight/identity/identity.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'
import { newId } from '../item-calls.ts'
import { recordAccountChange } from '../record-account-change.ts'
import { writerOf } from '../writer.ts'
import { newLinkKey, openCopy, sealCopy } from './sealed-copy.ts'
import { shownNow, titlesNow } from './shown-item.ts'

/** An unknown share, an ended share and a wrong key get the same answer, so that nobody can tell them apart. */
const nothingShared = () =>
  new HttpProblem(404, 'shared_nothing', 'Nothing is shared under this link. It may have ended, or been cut off.')

/**
 * Shares one of the person's items by a link. A repeat (Idempotency-Key) answers the same share with a new key, because
 * the client lost the first key with the answer.
 */
const shareItem = (app: App, url: string, parts: CommandDependencies) =>
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
      // A share that follows its item has no copy of the words. They are read when the link is opened.
      const copy = await sealCopy(id, publicKey, { kind, name: name || null, item: follows ? null : now.item })
      await request.server.quota.countUpload(userId, copy.byteLength)
      const end = until === null ? null : new Date(until)
      const share = { id, userId, kind, itemId, revision: now.revision, publicKey, copy, follows, until: end }
      if (!(await parts.identity.keepShare(share)))
        throw new HttpProblem(409, 'too_many_shares', `You share ${MOST_SHARES} things already. Take one back first.`, {
          params: { max: MOST_SHARES },
        })
      // A repeat is recorded, too, because it has made a new key. It may also have made the share again after its owner
      // ended it.
      await recordAccountChange(parts.log, request, { userId, session, change: 'share-made' })
      return reply.code(201).send({ id, key, until: end?.toISOString() ?? null })
    },
  )

const listShares = (app: App, url: string, parts: CommandDependencies) =>
  app.get(
    url,
    { onRequest: parts.sessions.requireUser, schema: { summary: 'What I share', response: { 200: shares } } },
    async (request) => {
      const { userId } = signedIn(request)
      const mine = await parts.identity.sharesOf(userId)
      const living = mine.filter(({ until }) => until === null || until.getTime() > Date.now())
      const items = living.map(({ kind, itemId: id }) => ({ kind: kind as ShareableKind, id }))
      const titles = await titlesNow(parts, userId, items)
      const listed = living.map(({ id, kind, itemId: item, until, follows, createdAt, opened, openedAt }, nth) => ({
        ...{ id, kind: kind as ShareableKind, item, title: titles[nth] ?? null, follows, opened },
        until: until?.toISOString() ?? null,
        created_at: createdAt.toISOString(),
        opened_at: openedAt?.toISOString() ?? null,
      }))
      return { shares: listed }
    },
  )

/** Ends a share: its copy is deleted, and its link shows nothing any more. */
const endShare = (app: App, url: string, { identity, log, sessions }: CommandDependencies) =>
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
 * The content that the link shows with this key; null: nothing. A share that follows its item reads the item from the
 * log at each opening, so changes and removals show at the next opening. The account is checked again at the end,
 * because it may be closed or locked during the reading.
 */
const shownBy = async (parts: CommandDependencies, share: Share, key: string): Promise<SharedCopy | null> => {
  const copy = await openCopy(share.id, key, share.copy)
  const isOpen = async () => (await parts.identity.findUser(share.userId))?.locked === false
  if (copy === null || !(await isOpen())) return null
  const kind = share.kind as ShareableKind
  const now = share.follows ? { item: (await shownNow(parts, share.userId, kind, share.itemId))?.item } : {}
  const shown = sharedCopy.safeParse({ ...copy, ...now })
  return shown.success && (await isOpen()) ? shown.data : null
}

/** Opens a share by its link. The key is in the body, so that no log of addresses contains the key. */
const openShared = (app: App, url: string, parts: CommandDependencies) =>
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
      const shown = await shownBy(parts, share, request.body.key)
      if (shown === null) throw nothingShared()
      if ((await parts.sessions.find(request))?.userId !== share.userId) await parts.identity.countOpening(share)
      return reply.header('x-robots-tag', 'noindex').send({ ...shown, until: share.until?.toISOString() ?? null })
    },
  )

export const shareCalls = (app: App, parts: CommandDependencies): void => {
  shareItem(app, '/api/share', parts)
  listShares(app, '/api/share', parts)
  endShare(app, '/api/share/:id', parts)
  openShared(app, '/api/shared/:id', parts)
}
