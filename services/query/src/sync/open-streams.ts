import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import type { ChangedMessage, EndedMessage, ResyncMessage } from '@pathlight/contracts/sync.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import pLimit from 'p-limit'
import { type ChangeDocument, changesSince } from '../changes.ts'
import { carriedItem } from './carried-item.ts'

/** The parts of identity that streams need. They cover the sessions of all processes. */
export type SessionsOfPeople = {
  /** The ids of the given people's sessions that have not ended. */
  readonly livingSessions: (userIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Answers which of the given people have closed their accounts. */
  readonly closedOf: (userIds: readonly string[]) => Promise<ReadonlySet<string>>
}

/** One open stream of events to a browser. */
export type Stream = {
  readonly userId: string
  readonly sessionId: string
  /** The stream has sent all changes up to this position. */
  position: bigint
  /** Sends a message without waiting for the browser. A slow browser must not delay other browsers. */
  readonly send: (message: { readonly event: string; readonly id?: string; readonly data: object }) => void
  /**
   * False while the browser has much left to read. When it has read enough, the stream calls `deliver`, which goes on
   * from `position`.
   */
  readonly takesMore: () => boolean
  readonly end: () => void
}

export type OpenStreams = {
  /** Adds a stream. Answers the function that removes it. */
  readonly add: (stream: Stream) => () => void
  /** Sends each stream of a person the changes since the stream's position. */
  readonly deliver: (userId: string) => Promise<void>
  /** Ends the streams of `people` (absent: of all people) whose sessions have ended in this or another process. */
  readonly endEnded: (people?: readonly string[]) => Promise<void>
  /** The ids of the people with open streams. */
  readonly people: () => readonly string[]
  readonly closeAll: () => void
}

/** The number of people whose changes are read at the same time. */
const AT_ONCE = 8
/** The most changes that a stream gets one by one. For more changes it gets `resync`. */
const MOST_CHANGES = 500
/**
 * The number of a person's items that are read at the same time. If a stream takes no more, at most this number was
 * read in vain.
 */
const READ_AT_ONCE = 4

const told = (
  { position, kind, item_id: id, action, revision }: ChangeDocument,
  item: ChangedMessage['item'],
): ChangedMessage => ({ position, kind, id, action, revision, ...(item !== undefined && { item }) })

/**
 * The open streams of this process. Streams send the changes that the read model of changes has, whichever process
 * wrote them. If a signal between processes is lost, the streams only send the changes later.
 */
export const openStreams = (readModels: ReadModelStore, identity: SessionsOfPeople): OpenStreams => {
  const byUser = new Map<string, Set<Stream>>()
  const all = () => [...byUser.values()].flatMap((streams) => [...streams])
  const inTurn = pLimit(AT_ONCE)
  const since = changesSince(readModels, MOST_CHANGES)
  const carried = carriedItem(readModels)
  /** The people whose changes are being read. `again`: their changes must be read once more. */
  const busy = new Map<string, { again: boolean }>()

  const tell = async (userId: string): Promise<void> => {
    const streams = [...(byUser.get(userId) ?? [])].filter(({ takesMore }) => takesMore())
    const first = streams.reduce<bigint | null>(
      (least, { position }) => (least === null || position < least ? position : least),
      null,
    )
    if (first === null) return
    const changes = await since(userId, first)
    const [oldest] = changes
    const last = changes.at(-1)
    if (!oldest || !last) return
    const areMore = changes.length > MOST_CHANGES
    // A stream that lacks more than MOST_CHANGES gets `resync`. The other streams get the changes one by one.
    for (const stream of areMore ? streams.filter(({ position }) => position < BigInt(oldest.position)) : []) {
      const data: ResyncMessage = { position: last.position, kinds: [...HISTORY_KINDS] }
      stream.position = BigInt(last.position)
      stream.send({ event: 'resync', id: last.position, data })
    }
    /** The streams that still take messages. Any other stream gets its remaining changes in a later call. */
    const taking = new Set(streams)
    for (let from = 0; from < changes.length && taking.size > 0; from += READ_AT_ONCE) {
      const some = changes.slice(from, from + READ_AT_ONCE)
      const end = BigInt(some.at(-1)?.position ?? 0)
      if ([...taking].every(({ position }) => position >= end)) continue
      const messages = await Promise.all(some.map(async (change) => told(change, await carried(change))))
      for (const stream of taking)
        for (const data of messages) {
          if (BigInt(data.position) <= stream.position) continue
          if (!stream.takesMore()) {
            taking.delete(stream)
            break
          }
          stream.send({ event: 'changed', id: data.position, data })
          stream.position = BigInt(data.position)
        }
    }
    if (areMore) await tell(userId)
  }

  const deliver = async (userId: string): Promise<void> => {
    const running = busy.get(userId)
    if (running) {
      running.again = true
      return
    }
    const state = { again: true }
    busy.set(userId, state)
    try {
      while (state.again) {
        state.again = false
        await inTurn(() => tell(userId))
      }
    } finally {
      busy.delete(userId)
    }
  }

  const endEnded = async (people: readonly string[] = [...byUser.keys()]): Promise<void> => {
    const streams = people.flatMap((userId) => [...(byUser.get(userId) ?? [])])
    if (streams.length === 0) return
    const living = await identity.livingSessions(people)
    const over = streams.filter(({ sessionId }) => !living.has(sessionId))
    if (over.length === 0) return
    const closed = await identity.closedOf([...new Set(over.map(({ userId }) => userId))])
    for (const stream of over) {
      const data: EndedMessage = { reason: closed.has(stream.userId) ? 'account_closed' : 'session' }
      stream.send({ event: 'ended', data })
      stream.end()
    }
  }

  return {
    add: (stream) => {
      const own = byUser.get(stream.userId) ?? new Set()
      byUser.set(stream.userId, own.add(stream))
      return () => {
        own.delete(stream)
        if (own.size === 0 && byUser.get(stream.userId) === own) byUser.delete(stream.userId)
      }
    },
    deliver,
    endEnded,
    people: () => [...byUser.keys()],
    closeAll: () => {
      for (const stream of all()) stream.end()
    },
  }
}
