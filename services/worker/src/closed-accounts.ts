import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Identity } from '@pathlight/identity/identity.ts'

/** The ids of closed accounts, kept apart from the stores. Without this list an older backup would bring the accounts back. */
export type ClosedAccounts = {
  /** Resolves when the id is on disk. */
  add(userId: string): Promise<void>
  all(): Promise<ReadonlySet<string>>
}

/** Keeps the list in a file, one id a line. */
export const closedAccountsIn = (file: string): ClosedAccounts => {
  const read = () =>
    readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
  // White space is also the byte order mark, and what an editor left at a line's end.
  const idsIn = (text: string) => new Set(text.split(/\s+/).filter((id) => id !== ''))
  return {
    add: async (userId) => {
      const text = await read()
      if (idsIn(text).has(userId)) return
      await mkdir(dirname(file), { recursive: true })
      // A last line that was cut off, by a full disk or an editor, must not swallow the new one.
      const begin = text === '' || text.endsWith('\n') ? '' : '\n'
      await appendFile(file, `${begin}${userId}\n`, { mode: 0o600, flush: true })
    },
    all: async () => idsIn(await read()),
  }
}

/**
 * Closes again the accounts of the list that an older backup has brought back. Answers their number. `close` closes one account in the
 * log, and sees to the steps that follow.
 */
export const closeAgain = async (
  identity: Pick<Identity, 'findUser'>,
  closedAccounts: ClosedAccounts,
  close: (userId: string) => Promise<void>,
): Promise<number> => {
  let closed = 0
  for (const userId of await closedAccounts.all()) {
    if ((await identity.findUser(userId)) === null) continue
    await close(userId)
    closed += 1
  }
  return closed
}
