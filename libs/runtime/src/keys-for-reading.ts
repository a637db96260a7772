import { EpochKeyMissing } from '@pathlight/identity/data-keys.ts'
import type { FastifyBaseLogger } from 'fastify'

type KeyOf = (userId: string) => Promise<Uint8Array | null>

/**
 * Returns null for a key that is lost for good, as for a destroyed key: what this key sealed stays closed, and other
 * people's data can still be read. The log names each such account once.
 */
export const keysForReading = (keyOf: KeyOf, logger: Pick<FastifyBaseLogger, 'warn'>): KeyOf => {
  const told = new Set<string>()
  return async (userId) => {
    try {
      return await keyOf(userId)
    } catch (error) {
      if (!(error instanceof EpochKeyMissing && error.isOver)) throw error
      if (!told.has(userId))
        logger.warn({ userId, err: error }, `The key of the account ${userId} is lost: its words stay closed`)
      told.add(userId)
      return null
    }
  }
}
