import { notifyManager } from '@tanstack/react-query'
import { pendingWrites } from '../api/pending-writes.ts'
import { forgetPosition } from '../api/position.ts'
import { MINE, queryClient, SESSION_KEY } from '../api/query-client.ts'
import { read } from '../api/request.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { forgetLanguage } from '../locales/language.ts'
import { forgetAppearance } from '../look/appearance.ts'

/** Ends the session and everything this device kept. Throws ApiProblem: then the session goes on. */
export const logOut = async (): Promise<void> => {
  // What is still being asked would be answered that nobody is logged in.
  await queryClient.cancelQueries({ queryKey: [MINE] })
  await read('/api/auth/logout')
  await forgetPerson()
}

/** Drops everything that this device kept of a person whose session is over. */
export const forgetPerson = async (): Promise<void> => {
  await queryClient.cancelQueries({ queryKey: [MINE] })
  queryClient.setQueryData(SESSION_KEY, null)
  // First the page hears that nobody is logged in: what it still shows of the person it would ask for again.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
  deviceStorage.clear()
  pendingWrites.forget()
  forgetPosition()
  queryClient.removeQueries({ queryKey: [MINE] })
  forgetAppearance()
  await forgetLanguage()
}
