import { fork } from 'node:child_process'
import { basename, join } from 'node:path'
import type { BibleErrand } from '@pathlight/contracts/admin-bibles.ts'
import type { BringMessage, Errand, ImportedFile } from './bring-process.ts'
import type { Patience } from './download.ts'

const PROGRAM = join(import.meta.dirname, 'bring-process.ts')
/** The number of newest errands that stay in the list. A new errand drops the older ones that have ended. */
const KEPT = 20
/** The most errands that wait or run at the same time. */
const WAITING_MAX = 10
/**
 * The longest time of an errand, in milliseconds (3 hours). A longer errand is ended, because the others wait for it.
 * The download of a text takes less, retries included.
 */
const OVER_WITHIN_MS = 3 * 60 * 60_000

export type BringBibles = {
  /**
   * Queues an errand that adds a text of the open catalogue, or its cross-references, to the library. If the same
   * errand waits or runs already, returns that errand, unless a removal was requested after it and has not ended. Null
   * if too many errands wait. `onRetry` gets a sentence before each retry of a call to the catalogue.
   */
  bring(
    wanted: string,
    code?: string | null,
    onRetry?: (sentence: string) => void,
    more?: Pick<Errand, 'onlyIfNew'>,
  ): BibleErrand | null
  /**
   * Queues an errand that adds a file under a code, with the checks of the command-line tool. Null if too many errands
   * wait.
   */
  importFile(file: ImportedFile, code: string): BibleErrand | null
  /**
   * Removes the text of a code in a child process, after all errands that are queued already. The removal is not in the
   * list of errands. A repeated call without an errand in between returns the promise of the pending removal. Resolves
   * with false if there was no such text; with `onlyFromCatalogue`, also if the text is not the catalogue's. Rejects
   * with a sentence if the removal fails.
   */
  remove(code: string, more?: Pick<Errand, 'onlyFromCatalogue'>): Promise<boolean>
  /**
   * Whether a removal of the code waits or runs, and was requested after the errand with the id `errand` (by default
   * the newest errand). A removal with `onlyFromCatalogue` does not count.
   */
  isRemoving(code: string, errand?: string): boolean
  /** The newest errands and all that have not ended, newest first. */
  errands(): BibleErrand[]
  /** Resolves with the errand when it has ended. Rejects if there is no such errand. */
  done(id: string): Promise<BibleErrand>
}

/** Runs an errand in a child process, so that the server keeps answering, and the memory of the import is freed. */
const runApart = (errand: Errand, onMessage: (message: BringMessage) => void, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    // `node --watch` sets this variable. With it the child would send messages about its imports on this channel.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env
    const execArgv = ['--disable-warning=ExperimentalWarning', '--optimize-for-size']
    const child = fork(PROGRAM, [JSON.stringify(errand)], { env, execArgv, signal, killSignal: 'SIGKILL' })
    child.on('message', onMessage)
    child.once('error', reject)
    // The child's last message may arrive after its exit.
    child.once('exit', () => (child.connected ? child.once('disconnect', resolve) : resolve()))
  })

/**
 * Opens the queue of errands that add texts to the library.
 * @param options.library the library's file
 * @param options.address the catalogue's address
 * @param options.signal ends the running errand, and leaves the library unchanged
 * @param options.onProgress gets the running errand at each message on its progress
 * @param options.patience for tests
 * @param options.withinMs for tests
 */
export const bringBibles = (options: {
  library: string
  address: string
  signal: AbortSignal
  onProgress?: (errand: BibleErrand) => void
  patience?: Patience
  withinMs?: number
}): BringBibles => {
  const { library, address, signal, onProgress = () => {}, patience, withinMs = OVER_WITHIN_MS } = options
  let errands: BibleErrand[] = []
  const ends = new Map<string, Promise<BibleErrand>>()
  let queue: Promise<unknown> = Promise.resolve()
  let count = 0
  /**
   * The removals that wait or run, by code and `onlyFromCatalogue`. `after`: the id of the newest errand when the
   * removal was requested. The code of an errand's text is not known before the text has arrived, so each newer errand
   * may add a text under this code.
   */
  const removals = new Map<string, { readonly removing: Promise<boolean>; readonly after: number }>()
  const keyOf = (code: string, onlyFromCatalogue: boolean) => `${code.toUpperCase()} ${onlyFromCatalogue}`

  /** Runs an errand in a child process. Throws if the process cannot run, or if `signal` or `withinMs` ends it. */
  const runInTime = async (errand: Errand, onMessage: (message: BringMessage) => void): Promise<void> => {
    const late = AbortSignal.timeout(withinMs)
    await runApart(errand, onMessage, AbortSignal.any([signal, late])).catch((error: unknown) => {
      throw late.aborted ? new Error('It took too long, and was ended.') : error
    })
  }

  const change = (id: string, to: Partial<BibleErrand>) => {
    errands = errands.map((one) => (one.id === id ? { ...one, ...to } : one))
  }
  const current = (id: string) => errands.find((one) => one.id === id)

  const run = async (id: string, errand: Errand, onRetry: (sentence: string) => void): Promise<BibleErrand> => {
    change(id, { state: 'downloading' })
    let over: Partial<BibleErrand> | null = null
    const onMessage = (message: BringMessage) => {
      if ('failure' in message) over = { state: 'failed', message: message.failure }
      else if ('brought' in message)
        over = { state: 'done', message: message.brought, ...(message.code && { code: message.code }) }
      else if ('retry' in message) onRetry(message.retry)
      else {
        const { step, done, of } = message
        change(id, { state: step === 'download' ? 'downloading' : 'importing', done, of })
        onProgress(current(id) as BibleErrand)
      }
    }
    await runInTime(errand, onMessage).catch((error: unknown) => {
      over ??= { state: 'failed', message: error instanceof Error ? error.message : String(error) }
    })
    change(id, over ?? { state: 'failed', message: 'It ended without a word.' })
    return current(id) as BibleErrand
  }

  const isOver = ({ state }: BibleErrand) => state === 'done' || state === 'failed'
  const begin = (
    { wanted, code, ...more }: Pick<Errand, 'wanted' | 'code' | 'onlyIfNew' | 'file'>,
    onRetry: (sentence: string) => void,
  ): BibleErrand | null => {
    if (errands.filter((one) => !isOver(one)).length >= WAITING_MAX) return null
    count += 1
    const id = String(count)
    const errand: BibleErrand = { id, wanted, code, state: 'waiting', done: 0, of: null, message: null }
    errands = [errand, ...errands].filter((one, place) => place < KEPT || !isOver(one))
    const end = queue.then(() => run(id, { library, address, wanted, code, patience, ...more }, onRetry))
    ends.set(id, end)
    queue = end
    return errand
  }

  return {
    bring: (wanted, code = null, onRetry = () => {}, more = {}) => {
      // A pending removal may remove what an older errand adds, so only a newer errand counts as the same.
      const removedAfter = Math.max(0, ...[...removals.values()].map(({ after }) => after))
      const same = errands.find(
        (one) =>
          !isOver(one) &&
          Number(one.id) > removedAfter &&
          one.wanted.toLowerCase() === wanted.toLowerCase() &&
          one.code === code,
      )
      return same ?? begin({ wanted, code, ...more }, onRetry)
    },
    isRemoving: (code, errand = String(count)) => {
      const removal = removals.get(keyOf(code, false))
      return removal !== undefined && removal.after >= Number(errand)
    },
    remove: (code, { onlyFromCatalogue = false } = {}) => {
      const key = keyOf(code, onlyFromCatalogue)
      const pending = removals.get(key)
      if (pending?.after === count) return pending.removing
      let failure: string | null = 'It ended without a word.'
      let isRemoved = false
      const onMessage = (message: BringMessage) => {
        if ('failure' in message) failure = message.failure
        else if ('brought' in message) {
          failure = null
          isRemoved = message.brought === 'removed'
        }
      }
      const removing = queue.then(async () => {
        await runInTime({ library, address, wanted: code, code, removes: true, onlyFromCatalogue }, onMessage)
        if (failure !== null) throw new Error(failure)
        return isRemoved
      })
      removals.set(key, { removing, after: count })
      queue = removing
        .catch(() => undefined)
        .then(() => removals.get(key)?.removing === removing && removals.delete(key))
      return removing
    },
    importFile: (file, code) => begin({ wanted: basename(file.path), code, file }, () => {}),
    errands: () => errands,
    done: (id) => ends.get(id) ?? Promise.reject(new Error(`There is no errand ${id}.`)),
  }
}
