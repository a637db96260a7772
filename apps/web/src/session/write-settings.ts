import { SETTINGS_ID } from '@pathlight/contracts/history-rules.ts'
import type { Settings, SettingsAnswer } from '@pathlight/contracts/settings.ts'
import type { QueryKey } from '@tanstack/react-query'
import { isOpen, type PendingWrite, type WriteKind } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { MINE, queryClient } from '../api/query-client.ts'
import { chosenOf } from './settings-query.ts'

/**
 * The settings that one write changes. A setting that the write lacks stays as it is. The theme is written separately
 * (account-theme.ts).
 */
export type WrittenSettings = Omit<Settings, 'theme'> & { readonly id: typeof SETTINGS_ID }

const NAME = 'settings'
const PATH = '/api/users/settings'

/** How settings are sent to the server. The last save on any device wins. */
export const settingsWrites: WriteKind<WrittenSettings> = pendingWrites.register<WrittenSettings>({
  name: NAME,
  history: 'settings',
  call: ({ base, wanted }) => {
    const { id: _, ...body } = wanted ?? base
    return { method: 'PUT', path: PATH, body }
  },
  // Settings that the answer lacks have the wanted value.
  saved: (answer, wanted) => ({ ...wanted, ...chosenOf(answer as SettingsAnswer) }),
  touches: (userId) => [[MINE, userId, 'settings']],
  whicheverRevision: true,
})

/** Writes `chosen` together with the unsent settings. Returns the key of the write. */
export const writeSettings = (userId: string, chosen: Partial<WrittenSettings>): string => {
  const waiting = pendingWrites.of<WrittenSettings>(NAME, userId).filter(isOpen)
  const wanted: WrittenSettings = Object.assign({ id: SETTINGS_ID }, ...waiting.map(({ wanted }) => wanted), chosen)
  return pendingWrites.add(settingsWrites, userId, { base: null, wanted })
}

/** The user id in the key of a settings query. Null for any other query. */
const personOf = ([mine, person, what]: QueryKey): string | null =>
  mine === MINE && what === 'settings' && typeof person === 'string' ? person : null

const layOver = (queryKey: QueryKey, write: PendingWrite<WrittenSettings> | undefined): void => {
  const served = queryClient.getQueryData<Settings>(queryKey)
  const item = write?.state.status === 'saved' ? write.state.item : write?.wanted
  if (served === undefined || !item) return
  const { id: _, ...wanted } = item
  const known = served as Readonly<Record<string, unknown>>
  if (Object.entries(wanted).every(([name, value]) => known[name] === value)) return
  queryClient.setQueryData<Settings>(queryKey, { ...served, ...wanted })
}

/** Stores saved settings as this device's answer for the time when the server is away. */
const keepSaved = async (person: string, queryKey: QueryKey, at: string): Promise<void> => {
  const value = { settings: queryClient.getQueryData<Settings>(queryKey) ?? {}, unset: [] }
  const { keepAnswer } = await import('../device/seen-answers.ts')
  await keepAnswer(person, PATH, { value, at, next: null })
}

const writesOf = (queryKey: QueryKey): readonly PendingWrite<WrittenSettings>[] => {
  const person = personOf(queryKey)
  return person === null ? [] : pendingWrites.of(NAME, person)
}

// Lays unsent settings over the server's, so that components see them. A saved write is laid over only once, because
// later answers of the server are newer.
const laidOver = new WeakSet<object>()
pendingWrites.subscribe(() => {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: [MINE] })) {
    const last = writesOf(queryKey).findLast((write) => isOpen(write) || write.state.status === 'saved')
    if (!last || laidOver.has(last)) continue
    laidOver.add(last)
    layOver(queryKey, last)
    if (last.state.status === 'saved') void keepSaved(last.userId, queryKey, last.state.at)
  }
})
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success') return
  layOver(event.query.queryKey, writesOf(event.query.queryKey).findLast(isOpen))
})
