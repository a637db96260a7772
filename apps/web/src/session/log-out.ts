import type { User } from '@pathlight/contracts/accounts.ts'
import { notifyManager } from '@tanstack/react-query'
import { pendingWrites } from '../api/pending-writes.ts'
import { forgetPosition } from '../api/position.ts'
import { MINE, queryClient, SESSION_KEY } from '../api/query-client.ts'
import { read } from '../api/request.ts'
import { forgetSeen } from '../api/seen-position.ts'
import { deviceStorage, OFFLINE_OFF, UNSENT } from '../device/device-storage.ts'
import { isDraftOf, keptWork } from '../device/kept-work.ts'
import { forgetLanguage } from '../locales/language.ts'
import { forgetAppearance } from '../look/appearance.ts'
import { lastPerson, tellSession } from './kept-person.ts'

/**
 * Ends the session and deletes the person's data on this device. Throws if the log-out fails; the person then stays
 * logged in.
 */
export const logOut = async (): Promise<void> => {
  // After the log-out the server would answer open requests with 401.
  await queryClient.cancelQueries({ queryKey: [MINE] })
  await read('/api/auth/logout')
  await forgetPerson()
}

/** Deletes the person's writes, drafts and answers on this device. Unsent words of other people stay, hidden. */
const forgetKept = async (userId: string): Promise<void> => {
  const forget = () => {
    pendingWrites.forget(userId)
    for (const key of keptWork.keys('')) if (isDraftOf(userId, key)) keptWork.remove(key)
  }
  await keptWork.open()
  forget()
  // Work that is read from the device later is deleted too, unless the person has logged in again by then.
  void keptWork.readLate().then(() => queryClient.getQueryData<User | null>(SESSION_KEY)?.id !== userId && forget())
  await keptWork.settled()
  const { forgetAnswers } = await import('../device/seen-answers.ts')
  await forgetAnswers(userId)
}

/** Deletes what this device has of a person whose session has ended. */
export const forgetPerson = async (): Promise<void> => {
  await queryClient.cancelQueries({ queryKey: [MINE] })
  const userId = queryClient.getQueryData<User | null>(SESSION_KEY)?.id ?? lastPerson()
  queryClient.setQueryData(SESSION_KEY, null)
  // Components must know first that the session has ended. Otherwise they would fetch the person's data again.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
  // This line leaves unsent work in local storage, because it may be another person's and stored nowhere else.
  // `forgetKept` deletes the unsent work of the person who logs out.
  for (const key of deviceStorage.keys()) if (key !== OFFLINE_OFF && !UNSENT.test(key)) deviceStorage.remove(key)
  if (userId !== null) await forgetKept(userId)
  tellSession()
  forgetPosition()
  forgetSeen()
  queryClient.removeQueries({ queryKey: [MINE] })
  forgetAppearance()
  await forgetLanguage()
}
