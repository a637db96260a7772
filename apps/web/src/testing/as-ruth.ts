import { beforeEach } from 'vitest'
import { pendingWrites } from '../api/pending-writes.ts'
import { forgetPosition } from '../api/position.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { answeringServer } from './answering-server.ts'

export const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }

/**
 * Starts a server for the tests of one file and signs in Ruth. Before each test all writes, the local storage, the
 * queries and the recorded requests are cleared. `sent`: the write requests.
 */
export const serverForRuth = () => {
  const server = answeringServer()
  beforeEach(() => {
    pendingWrites.forget()
    forgetPosition()
    localStorage.clear()
    queryClient.clear()
    queryClient.setQueryData(SESSION_KEY, ruth)
    server.asked.length = 0
  })
  return { server, sent: () => server.asked.filter(({ method }) => method !== 'GET') }
}
