import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

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
  const all = async () => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    return new Set(text.split('\n').filter((line) => line !== ''))
  }
  return {
    add: async (userId) => {
      if ((await all()).has(userId)) return
      await mkdir(dirname(file), { recursive: true })
      await appendFile(file, `${userId}\n`, { mode: 0o600, flush: true })
    },
    all,
  }
}
