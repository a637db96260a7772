import type { User } from '@pathlight/contracts/accounts.ts'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import type { ChangedMessage, EndedMessage, ResyncMessage } from '@pathlight/contracts/sync.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { firstPosition, wroteAt } from '../../api/position.ts'
import { SESSION_KEY } from '../../api/query-client.ts'
import { accountClosed, type Served } from '../../api/request.ts'
import { forgetSeen, seenAt, seenPosition } from '../../api/seen-position.ts'
import { followTheme } from '../../session/account-theme.ts'
import { forgetPerson } from '../../session/log-out.ts'
import { sessionQuery } from '../../session/session-query.ts'
import { followSettings } from '../../session/settings-query.ts'
import { mayBeSignedIn } from '../../session/signed-in-cookie.ts'
import { keepsStudy, studyKept } from '../../study/kept-study.ts'
import { knowKinds } from '../../study/known-kinds.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { fetchOfflineKinds } from '../fetch-offline-kinds.ts'
import { KINDS } from '../kinds.ts'
import { holdWhatIsRead } from './hold-what-is-read.ts'
import { layChanges } from './lay-changes.ts'
import { followStream, type StreamMessage } from './one-stream.ts'
import { type Changed, changedBy, refreshQueries } from './refresh-queries.ts'

const PATH = '/api/sync'
/** The time, in milliseconds, in which messages are gathered before they are applied together. */
const GATHER_MS = 30
/**
 * The wait after the server ended the stream, in milliseconds. By then this page knows of a log-out in this browser,
 * and does not report it as an end of the session from elsewhere.
 */
const ENDING_MS = 500

// Makes the kinds' code known to study/. Live sync does this, because it runs on every page of a signed-in person.
knowKinds(fetchOfflineKinds)

/**
 * The network failed before the imported code had loaded. The stored data keeps its old position, and the next stream
 * begins there.
 */
const onLoadFailure = () => undefined

/** Keeps the person's data in this tab the same as on their other devices. */
const LiveSync = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const queries = useQueryClient()

  /**
   * Whether the session is still valid. If not, the page becomes a visitor's. It says so, unless this browser ended the
   * session.
   */
  const checkSession = useEffectEvent(async (): Promise<boolean> => {
    const loggedOutHere = !mayBeSignedIn()
    const now = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => user)
    if (now?.id === user.id) return true
    if (now === null && !accountClosed.now()) {
      // A log-out in another tab deletes everything on this device. A log-out from another device keeps unsaved words
      // for their owner.
      if (loggedOutHere) await forgetPerson()
      else say(t('sync.loggedOut'))
    }
    return false
  })

  useEffect(() => {
    let pending: Changed[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let ending: ReturnType<typeof setTimeout> | undefined
    /** Each kind says where its items are shown, so that a message's item is put into the right queries. */
    const kinds = fetchOfflineKinds().catch(() => [])
    const keep = (path: string, answer: Served<unknown> | null) => {
      const isStill = () => queries.getQueryData<User | null>(SESSION_KEY)?.id === user.id
      import('../../device/seen-answers.ts')
        .then(({ keepAnswer, dropAnswer }) => {
          if (answer === null) return dropAnswer(user.id, path)
          return isStill() ? keepAnswer(user.id, path, answer) : undefined
        })
        .catch(onLoadFailure)
    }
    const apply = async () => {
      timer = undefined
      const changes = pending
      pending = []
      layChanges(queries, user.id, await kinds, changes, keep)
      holdWhatIsRead(refreshQueries(queries, user.id, KINDS, changes))
      import('../../study/study-here.ts')
        .then(({ studyHere }) => studyHere.renew(user.id, fetchOfflineKinds, changes))
        .catch(onLoadFailure)
      if (!changes.some(({ kind }) => kind === 'settings')) return
      void followSettings(user, 0)
      void followTheme(user, 0)
    }
    const gather = (changes: readonly Changed[]) => {
      for (const { position } of changes) wroteAt(position)
      pending = [...pending, ...changes]
      timer ??= setTimeout(() => void apply(), GATHER_MS)
    }
    const onMessage = ({ event, data }: StreamMessage) => {
      if (event === 'changed') gather([JSON.parse(data) as ChangedMessage])
      else if (event === 'resync') gather(changedBy(JSON.parse(data) as ResyncMessage))
      else ending = setTimeout(() => end(JSON.parse(data) as EndedMessage), ENDING_MS)
    }
    const end = ({ reason }: EndedMessage) => {
      if (reason === 'session') return void checkSession()
      queries.setQueryData(SESSION_KEY, null)
      accountClosed.set(true)
    }
    void followSettings(user)
    void followTheme(user)
    const follow = () =>
      followStream({
        path: PATH,
        name: `pathlight-sync.${user.id}`,
        known: firstPosition,
        seen: { position: seenPosition, forget: forgetSeen },
        onMessage,
        onJoined: (position) => gather(changedBy({ position, kinds: [...HISTORY_KINDS] })),
        onRefused: () => checkSession(),
      })
    let stop: (() => void) | null = null
    let over = false
    const begin = async () => {
      // The items stored offline are as old as the last visit, so the stream begins at their position.
      if (keepsStudy(user.id)) {
        const kept = await studyKept(user.id)
        if (kept) seenAt(kept.position ?? '0')
      }
      if (!over) stop = follow()
    }
    void begin()
    return () => {
      over = true
      stop?.()
      clearTimeout(timer)
      clearTimeout(ending)
    }
  }, [queries, user])
  return null
}
export default LiveSync
