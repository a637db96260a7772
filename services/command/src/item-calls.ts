import { randomUUID } from 'node:crypto'
import type { Event } from '@event-driven-io/emmett'
import { itemRemoved } from '@pathlight/contracts/lists.ts'
import type { Aggregate, DomainCommand } from '@pathlight/domain/aggregate.ts'
import { sayRevision } from '@pathlight/http/conditional.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import { type App, TEXT_BODY_LIMIT } from '@pathlight/http/server.ts'
import type { FastifyContextConfig, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { nameBasedId } from './event-id.ts'
import { type CommandOf, type Handled, handleCommand } from './handle-command.ts'
import type { KindDependencies } from './kind.ts'
import { type Writer, writerOf } from './writer.ts'

/**
 * Returns the item after a command, and sends its revision (ETag) and position as headers. Throws if there is no item.
 */
export const answerItem = <Item extends { readonly revision: number }>(
  reply: FastifyReply,
  { item, position }: Handled<unknown, Item>,
): Item => {
  if (item === null) throw new Error('A command that leaves an item behind left none')
  sayRevision(sayPosition(reply, position), item.revision)
  return item
}

/** The id of a new item, if the client sent no id. The same Idempotency-Key gives the same id. */
export const newId = ({ userId, idempotencyKey }: Writer, kind: string): string =>
  idempotencyKey === null ? randomUUID() : nameBasedId(userId, idempotencyKey, kind)

/** A call's command on an aggregate. `writer` replaces the writer of the request. */
type Asked<C extends DomainCommand> = {
  readonly stream: string
  readonly command: CommandOf<C>
  readonly writer?: Writer
}

type Item = { readonly id: string; readonly revision: number }

type ItemCall<State, C extends DomainCommand, E extends Event, I> = {
  readonly url: string
  readonly summary: string
  readonly aggregate: Aggregate<State, C, E, I>
  readonly params?: z.ZodType<{ readonly id: string }>
  readonly config?: FastifyContextConfig
}

type Dependencies = Pick<KindDependencies, 'log' | 'sessions'>

/** A call that adds an item (POST, 201) or changes one (PUT, 200), and answers the item. */
export const writeCall = <Body, State, C extends DomainCommand, E extends Event, I extends Item>(
  app: App,
  { log, sessions }: Dependencies,
  call: ItemCall<State, C, E, I> & {
    readonly method: 'POST' | 'PUT'
    readonly body: z.ZodType<Body>
    readonly response: z.ZodType<object>
    /** The body has long texts, so its limit is higher. */
    readonly takesTexts?: true
    readonly ask: (body: Body, writer: Writer, id: string) => Asked<C> | Promise<Asked<C>>
    /** The address of a new item, for the header Location. */
    readonly locationOf?: (item: I) => string
    /** Maps the item to the answer. Absent: the item is the answer. */
    readonly answer?: (item: I) => object
    /** Finds the item to answer. Absent: `handled.item`. */
    readonly itemOf?: (handled: Handled<State, I>, id: string) => I | null
  },
) => {
  const { url, method, aggregate, params, body, response, itemOf, answer = (item) => item } = call
  const status = method === 'POST' ? 201 : 200
  app.route({
    url,
    method,
    onRequest: sessions.requireUser,
    ...(call.takesTexts && { bodyLimit: TEXT_BODY_LIMIT }),
    ...(call.config && { config: call.config }),
    schema: { summary: call.summary, ...(params && { params }), body, response: { [status]: response } },
    handler: async (request, reply) => {
      const writer = writerOf(request)
      const { id = '' } = request.params as { readonly id?: string }
      const asked = await call.ask(request.body as Body, writer, id)
      const handled = await handleCommand(log, aggregate, asked.stream, asked.writer ?? writer, asked.command)
      reply.code(status)
      const item = answerItem(reply, itemOf ? { ...handled, item: itemOf(handled, id) } : handled)
      if (call.locationOf) reply.header('location', call.locationOf(item))
      return answer(item)
    },
  })
}

/** A call that removes an item, and answers a message. */
export const removeCall = <State, C extends DomainCommand, E extends Event, I extends Item>(
  app: App,
  { log, sessions }: Dependencies,
  call: ItemCall<State, C, E, I> & {
    /** The item's name in the message, for example Note. */
    readonly name: string
    readonly ask: (writer: Writer, id: string) => Asked<C>
  },
) => {
  const { url, summary, aggregate, params, config } = call
  app.route({
    url,
    method: 'DELETE',
    onRequest: sessions.requireUser,
    ...(config && { config }),
    schema: { summary, ...(params && { params }), response: { 200: itemRemoved } },
    handler: async (request, reply) => {
      const writer = writerOf(request)
      const { id } = request.params as { readonly id: string }
      const { stream, command, writer: asking = writer } = call.ask(writer, id)
      const { position } = await handleCommand(log, aggregate, stream, asking, command)
      sayPosition(reply, position)
      return { message: `${call.name} deleted successfully!` }
    },
  })
}
