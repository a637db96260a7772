import type { User } from '@pathlight/contracts/accounts.ts'
import { isNetworkFailure } from '../api/api-problem.ts'
import { hasReached } from '../api/position.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { inOneTab } from '../device/in-one-tab.ts'
import { keptItems } from '../device/kept-items.ts'
import { keptWork } from '../device/kept-work.ts'
import { observable } from '../device/observable.ts'
import { isOfflineOff } from '../device/offline-choice.ts'
import { joinTabs } from '../device/other-tabs.ts'
import { changeStudy, keepStudy, NotKeptHere, type StudyChange, type StudyProgress } from './keep-study.ts'
import { keepsStudy, STUDY_MARK, type StudyKept, studyKept } from './kept-study.ts'
import type { KeptKind } from './offline-kind.ts'

/** Why the items could not be fetched or stored. `refused`: the device refuses to store them. */
export type StudyFailure = 'offline' | 'refused' | 'failed'

/**
 * The state of a person's offline items on this device. `kept` is the earlier state while items are fetched and after a
 * failure.
 */
export type StudyHere =
  | { readonly status: 'unknown' | 'none' }
  | { readonly status: 'coming'; readonly progress: StudyProgress; readonly kept: StudyKept | null }
  | { readonly status: 'kept'; readonly kept: StudyKept }
  | { readonly status: 'failed'; readonly why: StudyFailure; readonly kept: StudyKept | null }

/** After this many milliseconds without a further change, the gathered changes are applied together. */
const GATHER_MS = 3_000

/** Fetches the offline rules of each kind. */
type KeptKinds = () => Promise<readonly KeptKind[]>

/** The names of the changed kinds, and the log position of the last message. */
type Changed = { readonly names: ReadonlySet<string>; readonly upTo: string }

const here = observable<StudyHere>({ status: 'unknown' })
const { set: say } = here
let whose: string | null = null
let work: AbortController | null = null
const look = async (person: string): Promise<void> => {
  const kept = await studyKept(person)
  if (whose === person && work === null) say(kept ? { status: 'kept', kept } : { status: 'none' })
}
const tabs = joinTabs('study', () => whose !== null && void look(whose))
const keptNow = (): StudyKept | null => {
  const now = here.now()
  return 'kept' in now ? now.kept : null
}

/** The names of changed kinds whose items could not be fetched. */
const unfetched = new Set<string>()

const fetchAll = async (person: string, kinds: KeptKinds, told: Changed | null) => {
  const changed = told && { ...told, names: new Set([...told.names, ...unfetched]) }
  const stop = new AbortController()
  work?.abort()
  work = stop
  const before = keptNow() ?? (await studyKept(person))
  say({ status: 'coming', progress: { items: 0, pages: 0, bytes: 0 }, kept: before })
  try {
    const kept = await keepStudy({
      ...{ person, kinds: await kinds(), changed: before === null ? null : changed, signal: stop.signal },
      say: (progress) => work === stop && say({ status: 'coming', progress, kept: before }),
      // The person may have logged out, or another tab may have switched offline use off.
      isStill: () => queryClient.getQueryData<User | null>(SESSION_KEY)?.id === person && !isOfflineOff(),
      now: () => new Date().toISOString(),
    })
    if (work !== stop) return
    unfetched.clear()
    deviceStorage.set(STUDY_MARK, person)
    say({ status: 'kept', kept })
  } catch (error) {
    if (work !== stop) return
    // The next fetch includes these kinds too. Otherwise the stored position would claim that their changes are stored.
    for (const name of changed?.names ?? []) unfetched.add(name)
    const why = error instanceof NotKeptHere ? 'refused' : isNetworkFailure(error) ? 'offline' : 'failed'
    if (stop.signal.aborted || (error instanceof NotKeptHere && error.why === 'left'))
      say(before ? { status: 'kept', kept: before } : { status: 'none' })
    else say({ status: 'failed', why, kept: before })
  } finally {
    if (work === stop) work = null
    tabs.tell('changed')
  }
}

let gathered: readonly StudyChange[] = []
let timer: ReturnType<typeof setTimeout> | undefined

export const studyHere = {
  ...here,
  /** Reads the state of a person's offline items, and reports it from now on. */
  of: (person: string): void => {
    if (whose !== person) say({ status: 'unknown' })
    whose = person
    void look(person)
  },
  /** Fetches and stores all items, even if some are stored already. */
  keep: (person: string, kinds: KeptKinds): void => {
    whose = person
    keptWork.askToStay()
    void fetchAll(person, kinds, null)
  },
  /** Stops fetching. The earlier items stay. */
  stop: (): void => work?.abort(),
  /** Removes the offline items from this device. Stored answers of the server stay. */
  remove: async (person: string): Promise<void> => {
    work?.abort()
    deviceStorage.remove(STUDY_MARK)
    await keptItems.remove(person).catch(() => undefined)
    await look(person)
    tabs.tell('changed')
  },
  /**
   * Applies changes from any device to the stored items, in one of the open tabs. If `changeStudy` cannot apply them,
   * or an earlier fetch failed, all items of the changed kinds are fetched.
   */
  renew: (person: string, kinds: KeptKinds, changes: readonly StudyChange[]): void => {
    if (!keepsStudy(person)) return
    gathered = [...gathered, ...changes]
    clearTimeout(timer)
    timer = setTimeout(() => {
      const told = gathered
      gathered = []
      whose = person
      void inOneTab('study', async () => {
        const known = await kinds()
        // The offline items may have been removed meanwhile. Without this check they would be fetched again.
        if (!keepsStudy(person)) return
        if (unfetched.size === 0 && (await changeStudy(person, known, told))) return look(person)
        const histories = new Set(told.map(({ kind }) => kind))
        const names = new Set<string>(known.filter(({ history }) => histories.has(history)).map(({ name }) => name))
        const upTo = told.reduce((last, { position }) => (hasReached(last, position) ? last : position), '0')
        await fetchAll(person, kinds, { names, upTo })
      }).catch(() => {
        // After a failure, such as the code of the kinds not loading, these changes are applied with the next ones.
        gathered = [...told, ...gathered]
      })
    }, GATHER_MS)
  },
}
