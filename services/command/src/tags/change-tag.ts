import type { Event } from '@event-driven-io/emmett'
import { tagKey } from '@pathlight/contracts/tag-rules.ts'
import { changeTagBody, type TagChanged, tagChanged, tagParams } from '@pathlight/contracts/tags.ts'
import type { Aggregate } from '@pathlight/domain/aggregate.ts'
import type { Retag } from '@pathlight/domain/item-kind.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { settingsStream } from '@pathlight/domain/settings/events.ts'
import { settings } from '@pathlight/domain/settings/settings.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { backgroundPauses } from '@pathlight/stores/pauses.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommandDependencies } from '../dependencies.ts'
import { nameBasedId } from '../event-id.ts'
import { handleCommand } from '../handle-command.ts'
import { type Writer, writerOf } from '../writer.ts'

/**
 * A call that has changed MOST_AT_ONCE items, or has taken MOST_MS milliseconds, begins no further item, so that the
 * client gets an answer in time.
 */
const MOST_AT_ONCE = 500
const MOST_MS = 3_000
/**
 * How many items are changed at the same time. The log appends them together. The number is small, so that other calls
 * stay quick.
 */
const AT_ONCE = 4

/** A tag and its new name; `to` null: the tag is removed. */
type Names = { readonly tag: string; readonly to: string | null }
type Item = { readonly kind: string; readonly item_id: string }
type AggregateOfAny = Aggregate<unknown, Retag, Event, { readonly revision: number }>

const notReady = () => {
  const words = 'What you wrote last is still on its way. Please try again in a moment.'
  return new HttpProblem(503, 'tags_not_ready', words, { headers: { 'retry-after': '2' } })
}

/**
 * Renames or removes a tag of one item. Answers the position of the item's last event; 0n: the item's history is full;
 * null: the item is gone.
 */
const retag = async (
  { log, kinds }: CommandDependencies,
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
    // Renaming a tag does not count as a new tag.
    quota: quota && { ...quota, append: (whose, write, append) => quota.append(whose, { ...write, tags: [] }, append) },
    ifMatch: null,
    // A stream may have several items. The event of each item needs a key of its own.
    idempotencyKey: idempotencyKey && nameBasedId(idempotencyKey, 'retag', name, id),
  }
  const command = { type: 'Retag' as const, data: { userId, id, tag, to } }
  try {
    const aggregate = kind.aggregate as AggregateOfAny
    return (await handleCommand(log, aggregate, kind.item.streams.name(userId, key), own, command)).position
  } catch (error) {
    if (error instanceof RuleBroken && error.kind === 'not_found') return null
    if (error instanceof HttpProblem && error.code === 'history_full') return 0n
    throw error
  }
}

/**
 * Renames or removes a tag of all of a person's items, with one event for each item. One call changes at most
 * MOST_AT_ONCE items. `left`: how many items still have the tag; a repeat of the call goes on with them.
 * `isKnown`: an item has the tag, or a tag with the new name. Throws 503 where the read models are behind the log.
 */
const changeEverywhere = async (dependencies: CommandDependencies, writer: Writer, names: Names) => {
  const { tag, to } = names
  const { log, taggedItems, catchUp } = dependencies
  const begun = await log.head()
  // Without this wait the read model may still list items that an earlier call has changed.
  if (!(await catchUp())) throw notReady()
  const key = tagKey(tag)
  const found: Item[] = []
  const keysInUse = new Set<string>()
  for await (const item of taggedItems(writer.userId)) {
    for (const one of item.tags) keysInUse.add(tagKey(one))
    if (tag !== to && item.tags.some((one) => one !== to && tagKey(one) === key)) found.push(item)
  }
  const pause = backgroundPauses()
  let [changed, gone, position] = [0, 0, 0n]
  const until = performance.now() + MOST_MS
  let tried = 0
  // Items with full histories do not count as changed, so the call goes on to the items after them while MOST_MS
  // allows.
  while (tried < found.length && changed < MOST_AT_ONCE && performance.now() < until) {
    const some = found.slice(tried, tried + Math.min(AT_ONCE, MOST_AT_ONCE - changed))
    tried += some.length
    for (const at of await Promise.all(some.map((item) => retag(dependencies, writer, item, names)))) {
      if (at === null) gone += 1
      // An event from before this call belongs to an earlier request with the same Idempotency-Key, so this call
      // changed nothing.
      else if (at > begun) changed += 1
      if (at !== null && at > position) position = at
    }
    await pause()
  }
  const isKnown = found.length > 0 || (to !== null && keysInUse.has(tagKey(to)))
  return { changed, left: found.length - changed - gone, isKnown, keysInUse, position }
}

/** The calls that rename or remove a tag everywhere. */
export const tagCalls = (app: App, url: string, dependencies: CommandDependencies) => {
  const { log, sessions } = dependencies
  const change = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { color, ...names }: Names & { readonly color?: string | null | undefined },
  ): Promise<TagChanged> => {
    const writer = writerOf(request)
    const { userId } = writer
    const { changed, left, isKnown, keysInUse, position } = await changeEverywhere(dependencies, writer, names)
    const { tag, to } = names
    if (to !== null && !isKnown) throw new HttpProblem(404, 'tag_not_found', 'You have no such tag.')
    let last = position
    // The tag keeps its colour while items still have the tag, unless only its spelling changes.
    if (left === 0 || (to !== null && tagKey(to) === tagKey(tag))) {
      const data = { userId, ...names, ...(color !== undefined && { color }) }
      const command = { type: 'ColorTag' as const, data, facts: () => ({ keysInUse }) }
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
