import type { DataKeys } from '@pathlight/identity/data-keys.ts'
import type { MessageStore } from '@pathlight/identity/identity.ts'
import { Binary, type Collection } from 'mongodb'
import { inserts, type MessageDocument, reach } from './documents.ts'

type Parts = {
  readonly messages: Collection<MessageDocument>
  readonly now: () => Date
  readonly keys: Pick<DataKeys, 'newKey' | 'fields'>
}

/** Messages of the contact form in MongoDB. */
export const mongoMessages = ({ messages, now, keys }: Parts): MessageStore => ({
  keepMessage: (id, text) =>
    reach(async () => {
      const wrapped = await keys.newKey(id)
      const sealed = keys.fields.seal(text, 'message', id, wrapped)
      await inserts(() => messages.insertOne({ _id: id, wrappedDataKey: new Binary(wrapped), sealed, keptAt: now() }))
    }),

  findMessage: (id) =>
    reach(async () => {
      const found = await messages.findOne({ _id: id })
      return found && keys.fields.open(found.sealed, 'message', id, found.wrappedDataKey.value())
    }),

  dropMessage: (id) =>
    reach(async () => {
      await messages.deleteOne({ _id: id })
    }),
})
