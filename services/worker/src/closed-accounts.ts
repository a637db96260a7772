import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Identity } from '@pathlight/identity/identity.ts'

/**
 * The ids of accounts that were closed, kept apart from the stores: a backup of those that is older than a closing would bring the
 * account back. There is nothing else in the list.
 */
export type ClosedAccounts = {
  /** On disk when this resolves. */
  add(userId: string): Promise<void>
  all(): Promise<ReadonlySet<string>>
}

/** Keeps them in a file, a line each. */
export const closedAccountsIn = (file: string): ClosedAccounts => {
  const read = () =>
    readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
  const idsIn = (text: string) => new Set(text.split(/\r?\n/).filter((line) => line !== ''))
  return {
    add: async (userId) => {
      const text = await read()
      if (idsIn(text).has(userId)) return
      await mkdir(dirname(file), { recursive: true })
      // A line that was cut off, by a full disk or an editor, must not swallow this one.
      const begin = text === '' || text.endsWith('\n') ? '' : '\n'
      await appendFile(file, `${begin}${userId}\n`, { mode: 0o600, flush: true })
    },
    all: async () => idsIn(await read()),
  }
}

/**
 * Closes the accounts of the list that the stores still have: they come from a backup that is older than the closing. Answers how many.
 * `close`: closes one in the log and does, or has done, what follows from that.
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
