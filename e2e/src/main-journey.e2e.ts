import { randomBytes } from 'node:crypto'
import { describe, it } from 'vitest'
import { mainJourney } from './main-journey.ts'

mainJourney('the embedded database', () => ({}))

const { EVENTSTORE_URL, MONGODB_URL, REDIS_URL } = process.env
if (EVENTSTORE_URL && MONGODB_URL && REDIS_URL) {
  const NAMESPACE = `e2e_${randomBytes(4).toString('hex')}`
  // A database of its own: one that others use belongs to another log and another master key.
  const database = MONGODB_URL.replace(/^([^/]+\/\/[^/?]+)\/?[^?]*/, `$1/${NAMESPACE}`)
  mainJourney('the cluster stores', () => ({ EVENTSTORE_URL, MONGODB_URL: database, REDIS_URL, NAMESPACE }))
} else {
  describe('the main job on the cluster stores', () => {
    it.skip('needs EVENTSTORE_URL, MONGODB_URL and REDIS_URL (docker compose up -d --wait)', () => undefined)
  })
}
