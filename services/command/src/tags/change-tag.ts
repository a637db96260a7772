import type { Event } from '@event-driven-io/emmett'
import { hasTag, tagKey } from '@pathlight/contracts/tag-rules.ts'
import { changeTagBody, type TagChanged, tagChanged, tagParams } from '@pathlight/contracts/tags.ts'
import type { Aggregate } from '@pathlight/domain/aggregate.ts'
import type { Retag } from '@pathlight/domain/item-kind.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { settingsStream } from '@pathlight/domain/settings/events.ts'
import { settings } from '@pathlight/domain/settings/settings.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { backgroundPauses } from '@pathlight/stores/pauses.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nameBasedId } from '../event-id.ts'
import { handleCommand } from '../handle-command.ts'
import type { Kind } from '../kind.ts'
import type { TaggedItems } from '../tagged-items.ts'
import { type Writer, writerOf } from '../writer.ts'

/**
 * Most items that one call changes, and the time after which it starts no more, in milliseconds, so that its answer comes in time.
 */
const MOST_AT_ONCE = 500
const MOST_MS = 3_000
/**
 * Items that are changed at the same time, so that the log appends them in one batch. The same number as for imports, so that other
 * calls stay fast.
 */
const AT_ONCE = 4

type Dependencies = {
  readonly log: EventLog
  readonly sessions: Sessions
  readonly kinds: readonly Kind[]
  readonly taggedItems: TaggedItems
  readonly catchUp: () => Promise<boolean>
}
/** `to` null: the tag is removed. */
type Names = { readonly tag: string; readonly to: string | null }
type Item = { readonly kind: string; readonly item_id: string }
type AggregateOfAny = Aggregate<unknown, Retag, Event, { readonly revision: number }>

const notReady = () => {
  const words = 'What you wrote last is still on its way. Please try again in a moment.'
  return new HttpProblem(503, 'tags_not_ready', words, { headers: { 'retry-after': '2' } })
}

/** Renames a tag of one item. Answers the position in the log; null: the item is gone, or its history is full. */
const retag = async (
  { log, kinds }: Dependencies,
  writer: Writer,
  { kind: name, item_id: id }: Item,
  { tag, to }: Names,
): Promise<bigint | null> => {
  const kind = kinds.find(({ item }) => item.kind === name)
  const key = kind?.item.keyOf(id) ?? null
  if (!kind || key === null) return null
  const { userId, idempotencyKey, quota } = writer
  const own: Writer = {
    ...writer,
    // A renamed tag adds no tag to the quota.
    quota: quota && { ...quota, append: (whose, write, append) => quota.append(whose, { ...write, tags: [] }, append) },
    ifMatch: null,
    // A stream may have several items. Each gets an event of its own.
    idempotencyKey: idempotencyKey && nameBasedId(idempotencyKey, 'retag', name, id),
  }
  const command = { type: 'Retag' as const, data: { userId, id, tag, to } }
  try {
    const aggregate = kind.aggregate as AggregateOfAny
    return (await handleCommand(log, aggregate, kind.item.streams.name(userId, key), own, command)).position
  } catch (error) {
    if (error instanceof RuleBroken && error.kind === 'not_found') return null
    if (error instanceof HttpProblem && error.code === 'history_full') return null
    throw error
  }
}

/**
 * Renames or removes a tag on all of a person's items, by one event for each item, which histories show and restore like any other.
 * One call changes some hundred items and answers how many are left. A repeat after a crash continues with these.
 */
const changeEverywhere = async (dependencies: Dependencies, writer: Writer, names: Names) => {
  const { tag, to } = names
  const { taggedItems, catchUp } = dependencies
  // The changes of the call before are visible only then.
  if (!(await catchUp())) throw notReady()
  const key = tagKey(tag)
  const found: Item[] = []
  let isNameTaken = false
  for await (const item of taggedItems(writer.userId)) {
    if (to !== null && hasTag(item, tagKey(to))) isNameTaken = true
    if (tag !== to && item.tags.some((one) => tagKey(one) === key && one !== to)) found.push(item)
  }
  const pause = backgroundPauses()
  let [changed, position] = [0, 0n]
  const until = performance.now() + MOST_MS
  let tried = 0
  while (tried < Math.min(found.length, MOST_AT_ONCE) && performance.now() < until) {
    const some = found.slice(tried, tried + AT_ONCE)
    tried += some.length
    for (const at of await Promise.all(some.map((item) => retag(dependencies, writer, item, names)))) {
      if (at === null) continue
      changed += 1
      if (at > position) position = at
    }
    await pause()
  }
  return { changed, left: found.length - changed, isLast: tried === found.length, isNameTaken, position }
}

/** The calls that rename or remove a tag everywhere. */
export const tagCalls = (app: App, url: string, dependencies: Dependencies) => {
  const { log, sessions } = dependencies
  const change = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { color, ...names }: Names & { readonly color?: string | null | undefined },
  ): Promise<TagChanged> => {
    const writer = writerOf(request)
    const { userId } = writer
    const { changed, left, isLast, isNameTaken, position } = await changeEverywhere(dependencies, writer, names)
    const { tag, to } = names
    if (to !== null && changed + left === 0 && !isNameTaken)
      throw new HttpProblem(404, 'tag_not_found', 'You have no such tag.')
    let last = position
    if (isLast) {
      const command = { type: 'ColorTag' as const, data: { userId, ...names, ...(color !== undefined && { color }) } }
      const colored = await handleCommand(log, settings, settingsStream(userId), { ...writer, ifMatch: null }, command)
      if (colored.position > last) last = colored.position
    }
    if (last > 0n) sayPosition(reply, last)
    return { tag: to ?? tag, changed, left }
  }
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'Rename a tag everywhere, or choose its colour',
        params: tagParams,
        body: changeTagBody,
        response: { 200: tagChanged },
      },
    },
    (request, reply) =>
      change(request, reply, { tag: request.params.tag, to: request.body.tag, color: request.body.color }),
  )
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Take a tag away everywhere', params: tagParams, response: { 200: tagChanged } },
    },
    (request, reply) => change(request, reply, { tag: request.params.tag, to: null }),
  )
}
