import { newId } from './new-id.ts'
import { write } from './request.ts'

export type WriteOnce = <T>(path: string, body: unknown, method?: 'POST' | 'PUT' | 'DELETE') => Promise<T>

/**
 * Sends requests under an Idempotency-Key. If a request fails and the next request is the same, both have the same key,
 * so that the server recognises a repeat after a lost answer.
 */
export const writeOnce = (): WriteOnce => {
  let asked: { readonly what: string; readonly key: string } | null = null
  return async <T>(path: string, body: unknown, method: 'POST' | 'PUT' | 'DELETE' = 'POST'): Promise<T> => {
    const what = JSON.stringify([method, path, body])
    const { key } = asked?.what === what ? asked : { key: newId() }
    asked = { what, key }
    const answer = await write<T>(method, path, { body, idempotencyKey: key })
    asked = null
    return answer
  }
}
