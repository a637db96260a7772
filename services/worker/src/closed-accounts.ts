import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EpochKeyMissing } from '@pathlight/identity/data-keys.ts'
import type { Identity } from '@pathlight/identity/identity.ts'

/**
 * The ids of closed accounts, stored apart from the other stores. Without this list the restore of an older backup
 * would reopen the accounts.
 */
export type ClosedAccounts = {
  /** Resolves when the id has been written to the disk. */
  add(userId: string): Promise<void>
  all(): Promise<ReadonlySet<string>>
}

/** Stores the list in a file, one id a line. */
export const closedAccountsIn = (file: string): ClosedAccounts => {
  const read = () =>
    readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
  // `\s` also matches the byte order mark, and spaces that an editor left at a line's end.
  const idsIn = (text: string) => new Set(text.split(/\s+/).filter((id) => id !== ''))
  return {
    add: async (userId) => {
      const text = await read()
      if (idsIn(text).has(userId)) return
      await mkdir(dirname(file), { recursive: true })
      // The last line may be cut off by a full disk or an editor. Without a line end the new id would become part of
      // that line.
      const begin = text === '' || text.endsWith('\n') ? '' : '\n'
      await appendFile(file, `${begin}${userId}\n`, { mode: 0o600, flush: true })
    },
    all: async () => idsIn(await read()),
  }
}

/**
 * Closes again the accounts of the list that the restore of an older backup has reopened. Answers their number. `close`
 * closes one account in the log and adds the job for the later steps.
 */
export const closeAgain = async (
  identity: Pick<Identity, 'findUser'>,
  closedAccounts: ClosedAccounts,
  close: (userId: string) => Promise<void>,
): Promise<number> => {
  // An account whose key cannot be opened counts as open, so that it is closed again.
  const isOpen = (userId: string) =>
    identity.findUser(userId).then(
      (user) => user !== null,
      (error: unknown) => {
        if (error instanceof EpochKeyMissing) return true
        throw error
      },
    )
  let closed = 0
  for (const userId of await closedAccounts.all()) {
    if (!(await isOpen(userId))) continue
    await close(userId)
    closed += 1
  }
  return closed
}
