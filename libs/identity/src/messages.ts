import type { DataKeys } from './data-keys.ts'
import type { MessageStore } from './identity.ts'
import { get, type Records } from './records.ts'

export const messagesOver = (
  records: Records,
  keys: Pick<DataKeys, 'newKey' | 'fields'>,
  now: () => Date,
): MessageStore => ({
  async keepMessage(id, text) {
    const wrappedDataKey = await keys.newKey(id)
    const sealed = keys.fields.seal(text, 'message', id, wrappedDataKey)
    await records.add('messages', { id, wrappedDataKey, sealed, keptAt: now() })
  },

  async findMessage(id) {
    const message = await get(records, 'messages', { id })
    return message && keys.fields.open(message.sealed, 'message', id, message.wrappedDataKey)
  },

  async dropMessage(id) {
    await records.remove('messages', { id })
  },
})
