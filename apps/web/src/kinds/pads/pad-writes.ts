import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import type { WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { MINE } from '../../api/query-client.ts'

/** How a pad is sent to the server, and which queries a write changes. */
export const padWrites: WriteKind<Pad> = pendingWrites.register<Pad>({
  name: 'pads',
  history: 'pad',
  call: ({ base, wanted }) => {
    if (wanted === null) return { method: 'DELETE', path: `/api/pad/detail/${base.id}` }
    const { id, title, entries, tags } = wanted
    const words: Editable['pad'] = { title, entries, tags }
    return base === null
      ? { method: 'POST', path: '/api/pad/', body: { id, ...words } }
      : { method: 'PUT', path: `/api/pad/detail/${id}`, body: words }
  },
  touches: (userId) => [
    [MINE, userId, 'pads'],
    [MINE, userId, 'counts'],
    [MINE, userId, 'tags'],
  ],
})
