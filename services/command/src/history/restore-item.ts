import type { Event } from '@event-driven-io/emmett'
import { historyParams, restoreBody } from '@pathlight/contracts/history.ts'
import type { Aggregate } from '@pathlight/domain/aggregate.ts'
import { asShown, itemAsOf, placeOfMaking, type Restore, uuidKey } from '@pathlight/domain/item-kind.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'
import { handleCommand } from '../handle-command.ts'
import { answerItem } from '../item-calls.ts'
import type { Kind } from '../kind.ts'
import type { KnownTexts } from '../verse-place.ts'
import { writerOf } from '../writer.ts'

type Item = { readonly revision: number }

const notFound = () => new HttpProblem(404, 'history_not_found', 'There is no such history.')

/**
 * A person's item as it was at a revision. Throws 404 for an unknown item or revision, and for a revision at which the
 * item is removed.
 */
const itemAt = async (log: EventLog, kind: Kind, userId: string, id: string, revision: number) => {
  const key = kind.item.keyOf(id)
  if (key === null) throw notFound()
  const stream = kind.item.streams.name(userId, key)
  const { events, version } = await log.readEnds(stream, { upTo: BigInt(revision) })
  if (version === 0n) throw notFound()
  const item: Item | null = version === BigInt(revision) ? itemAsOf(kind.item, events, id) : null
  if (item === null) throw new HttpProblem(404, 'revision_not_found', 'There is no such revision.')
  return { stream, item, madeAt: placeOfMaking(kind.item, events, id) }
}

/** Restores an item to an earlier revision by a new event. A removed item comes back under its old id. */
export const restoreItem = (app: App, url: string, dependencies: CommandDependencies) => {
  const { log, sessions, kinds } = dependencies
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'Make one of my items what it was at a revision',
        params: historyParams,
        body: restoreBody,
        response: { 200: z.custom<object>((item) => typeof item === 'object' && item !== null) },
      },
    },
    async (request, reply) => {
      const { userId } = signedIn(request)
      const { kind: name } = request.params
      const id = uuidKey(request.params.id) ?? request.params.id
      const kind = kinds.find(({ item }) => item.kind === name)
      if (!kind) throw notFound()
      const { stream, item, madeAt } = await itemAt(log, kind, userId, id, request.body.revision)
      const { aggregate, restoreFacts, restoredBy, written, answer = (one) => one } = kind as KindOfAny
      const writer = writerOf(request)
      const handled = await handleCommand(log, aggregate, stream, restoredBy?.(writer) ?? writer, {
        type: 'Restore',
        data: { userId, item },
        facts: () => ({ ...restoreFacts?.(item, dependencies), madeAt }),
      })
      const restored = answerItem(reply, handled)
      await written?.(userId, restored as never, dependencies.identity)
      return answer(asShown(kind.item, restored))
    },
  )
}

/** A kind whose functions take the item that `itemAt` returns. */
type KindOfAny = Omit<Kind, 'aggregate' | 'restoreFacts' | 'answer'> & {
  readonly aggregate: Aggregate<unknown, Restore<Item, Readonly<Record<string, unknown>>>, Event, Item>
  readonly restoreFacts?: (item: Item, texts: KnownTexts) => Readonly<Record<string, unknown>>
  readonly answer?: (item: Item) => object
}
