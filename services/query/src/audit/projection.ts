import type { AdminAct } from '@pathlight/contracts/account-act-rules.ts'
import type { AuditAction, AuditKind } from '@pathlight/contracts/admin-rules.ts'
import { AUDIT_ACTIONS } from '@pathlight/contracts/admin-rules.ts'
import type { AccountEvent } from '@pathlight/domain/accounts/events.ts'
import type { AdminActed, AdminEvent, AdminLooked, Look } from '@pathlight/domain/admins/events.ts'
import { allEvents } from '@pathlight/domain/all-events.ts'
import type { AccountHandled } from '@pathlight/domain/standing/events.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { positionKey } from '@pathlight/event-log/position-key.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'
import { DOCUMENT_ID } from '@pathlight/read-models/read-model-store.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import type { Kind, Place } from '../kind.ts'
import { kinds } from '../kinds.ts'
import { onVerses } from '../passage.ts'
import { digestOf } from './digest.ts'

/** One event, without the words that a person wrote. The fields are flat, because indexes cover them. */
export type AuditDocument = {
  /** The time, then the position. Pages are sorted by the key, and a range of keys is a range of time. */
  readonly key: string
  readonly position: string
  readonly at: string
  /**
   * The id of the person whose data was changed. The store removes documents of a closed account by a field `user_id`.
   * This document stays, so the field has another name.
   */
  readonly person: string
  readonly actor: string
  /**
   * Whether the actor is the person, and the event is not an admin's view of data. If false, the actor is an admin, the
   * operator, or the setting ADMIN_EMAILS.
   */
  readonly own: boolean
  readonly kind: AuditKind
  readonly item: string
  readonly action: AuditAction
  readonly revision: number
  readonly device: string | null
  /** The number of the book, 1 to 66. */
  readonly book: number | null
  /** The ids of the passage's first and last verse. A whole chapter goes from verse 0 to verse 999. */
  readonly first_verse: number | null
  readonly last_verse: number | null
  readonly version: string | null
  readonly bytes: number
  readonly digest: string
  /** The person who sees this row among the views and acts of admins; EVERYBODY: all people; null: nobody. */
  readonly looked: string | null
}

/** The value of `looked` for an admin's view of the data of all people. */
export const EVERYBODY = '*'

/** The time of an event without a valid time. Only other programs write such events. */
const AT_NO_TIME = '0000-01-01T00:00:00.000Z'
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const OF_LOOKS = {
  audit: 'audit-opened',
  export: 'audit-exported',
  reveal: 'revealed',
  account: 'account-opened',
} as const satisfies Record<Look, AuditAction>
const OF_ACTS = {
  'end-sessions': 'sessions-ended',
  lock: 'locked',
  unlock: 'unlocked',
  'send-verification': 'verification-sent',
  'ask-closing': 'closing-asked',
  'stop-closing': 'closing-stopped',
} as const satisfies Record<AdminAct, AuditAction>
const isAction = (name: string): name is AuditAction => (AUDIT_ACTIONS as readonly string[]).includes(name)

type Facts = Pick<AuditDocument, 'kind' | 'item' | 'action' | 'looked'> & { readonly place: Place }

/** The action of a change of an account has the same name as the change. */
const ofChange = (event: AccountEvent): AuditAction => {
  if (event.type === 'AccountChanged') return event.data.change
  return event.type === 'AccountOpened' ? 'opened' : 'closed'
}
const ofAccount = (event: AccountEvent): Facts => {
  const action = ofChange(event)
  // A change that only a newer program knows gets the action 'other'.
  const known = isAction(action) ? action : 'other'
  return { kind: 'account', item: event.data.userId, action: known, looked: null, place: null }
}
const ofLook = ({ data: { adminId, what, item, subjectId } }: AdminLooked): Facts => ({
  kind: 'admin',
  item: item?.id ?? adminId,
  action: OF_LOOKS[what],
  looked: subjectId ?? EVERYBODY,
  place: item?.verseId == null ? null : onVerses(item.version, item.verseId),
})
const ofDeed = ({ data: { subject, deed } }: AdminActed): Facts => ({
  kind: 'admin',
  item: subject,
  // An admin's act that only a newer program knows gets the action 'other'.
  action: isAction(deed) ? deed : 'other',
  looked: null,
  place: null,
})
const ofAdmin = (event: AdminEvent): Facts => {
  if (event.type === 'AdminLooked') return ofLook(event)
  if (event.type === 'AdminActed') return ofDeed(event)
  const action = event.type === 'AdminGranted' ? 'granted' : 'revoked'
  return { kind: 'admin', item: event.data.userId, action, looked: null, place: null }
}

/** The person sees an admin's act in the account's list of views and acts, but not an act of their own. */
const ofHandling = ({ data: { userId, act } }: AccountHandled, actorId: string): Facts => ({
  kind: 'account',
  item: userId,
  action: OF_ACTS[act] ?? 'other',
  looked: actorId === userId ? null : userId,
  place: null,
})

const kindOfType: ReadonlyMap<string, Kind> = new Map(
  kinds.flatMap((kind) => Object.keys(kind.item.events).map((type): [string, Kind] => [type, kind])),
)
const factsOf = (event: Recorded): Facts => {
  const kind = kindOfType.get(event.type)
  if (kind !== undefined)
    return {
      kind: kind.item.kind,
      item: kind.item.idOf(event),
      action: kind.item.events[event.type]?.action ?? 'other',
      looked: null,
      place: kind.passageOf(event),
    }
  if (event.type.startsWith('Admin')) return ofAdmin(event as unknown as AdminEvent)
  if (event.type === 'AccountHandled') return ofHandling(event as unknown as AccountHandled, event.metadata.actorId)
  return ofAccount(event as unknown as AccountEvent)
}

/** The book and verse ids of a passage. A bookmark on a chapter has no verses, so the whole chapter counts. */
const numbersOf = (place: Place): Pick<AuditDocument, 'book' | 'first_verse' | 'last_verse'> => {
  const book = place === null ? null : (findBook(place.book)?.index ?? null)
  if (place === null || book === null) return { book: null, first_verse: null, last_verse: null }
  const chapter = (book * 1_000 + place.chapter) * 1_000
  return { book, first_verse: place.verse_id ?? chapter, last_verse: place.end_verse_id ?? chapter + 999 }
}

/**
 * One document for each event: who changed what, when, where, on which device, and how much. The projection reads no
 * personal field, so it needs no key.
 */
export const audit: Projection<AuditDocument, Recorded> = {
  // Older programs called this read model `audit`, without the field `own`. The new name keeps calls from reading those
  // documents while the new ones are built.
  name: 'audit_rows',
  version: 1,
  outlivesPeople: true,
  handles: Object.keys(allEvents),
  // An index may have fields of filters after `key` or DOCUMENT_ID. The database compares these fields within the
  // index, so it fetches only the rows that match.
  indexes: [
    ['own', 'key', DOCUMENT_ID, 'actor', 'looked', 'kind', 'action', 'device', 'book', 'first_verse', 'last_verse'],
    [
      ...['person', 'own', 'key', DOCUMENT_ID],
      ...['actor', 'looked', 'kind', 'action', 'device', 'book', 'first_verse', 'last_verse'],
    ],
    ['kind', 'action', 'key'],
    ['item', 'key'],
    ['device', 'key', DOCUMENT_ID, 'kind', 'action', 'book', 'first_verse', 'last_verse'],
    ['book', 'key', DOCUMENT_ID, 'kind', 'action', 'first_verse', 'last_verse'],
  ],
  ids: ({ metadata }) => positionKey(metadata.globalPosition),
  evolve: (_doc, event) => {
    const { metadata, personalBytes = 0 } = event
    const { userId, actorId, deviceId, occurredAt, streamPosition, globalPosition } = metadata
    const { place, ...facts } = factsOf(event)
    const at = TIME.test(occurredAt) ? occurredAt : AT_NO_TIME
    return {
      key: `${at}.${positionKey(globalPosition)}`,
      position: String(globalPosition),
      at,
      person: userId,
      actor: actorId,
      own: actorId === userId && facts.looked === null,
      ...facts,
      revision: Number(streamPosition),
      device: deviceId,
      ...numbersOf(place),
      version: place === null || place.version === '' ? null : place.version,
      bytes: personalBytes,
      digest: digestOf(event),
    }
  },
}
