import { newId } from './new-id.ts'
import { write } from './request.ts'

/**
 * Sends what the person asked for under a key of its own. The key stays while the same is sent and no answer says that
 * it is done. So the server knows a repeat after a lost answer, and answers it as it answered the first.
 */
export const writeOnce = (): (<T>(path: string, body: unknown) => Promise<T>) => {
  let asked: { readonly what: string; readonly key: string } | null = null
  return async <T>(path: string, body: unknown): Promise<T> => {
    const what = JSON.stringify([path, body])
    const { key } = asked?.what === what ? asked : { key: newId() }
    asked = { what, key }
    const answer = await write<T>('POST', path, { body, idempotencyKey: key })
    asked = null
    return answer
  }
}
