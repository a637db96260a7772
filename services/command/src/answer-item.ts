import { sayRevision } from '@pathlight/http/conditional.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import type { FastifyReply } from 'fastify'
import type { Handled } from './handle-command.ts'

/** The item that a command left behind, with its revision (ETag) and position said. */
export const answerItem = <Item extends { readonly revision: number }>(
  reply: FastifyReply,
  { item, position }: Handled<unknown, Item>,
): Item => {
  if (item === null) throw new Error('A command that leaves an item behind left none')
  sayRevision(sayPosition(reply, position), item.revision)
  return item
}
