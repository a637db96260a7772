import { readFile, rename, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { readAbout } from '@pathlight/bible-library/about-version.ts'
import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import type { IdentityArchive, SharedText } from '@pathlight/identity/identity-archive.ts'
import { isHere } from './missing-bibles.ts'

/**
 * LOOK_EVERY_MS: the interval at which this machine looks for changes that were made on other machines. AGAIN_AFTER_MS:
 * the wait before a text that failed is tried again. Both in milliseconds.
 */
const LOOK_EVERY_MS = 10_000
const AGAIN_AFTER_MS = 10 * 60_000

type Followed = Readonly<Record<string, string>>

/**
 * The date of the last action that was done for each text, by the text's code. On a new machine the file is missing,
 * and no action was done. Throws if the file cannot be read: this machine would otherwise repeat all actions of admins.
 */
const readFollowed = async (file: string): Promise<Followed> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Followed
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Replaces the file in one step, so that a crash leaves no truncated file. */
const writeFollowed = async (file: string, followed: Followed): Promise<void> => {
  await writeFile(`${file}.new`, JSON.stringify(followed))
  await rename(`${file}.new`, file)
}

type Options = {
  readonly archives: Pick<IdentityArchive, 'sharedTexts'>
  /**
   * The file that notes which actions of admins were done in this data folder. Each action is done once, so a text that
   * the operator removes afterwards stays removed.
   */
  readonly file: string
  readonly say: (line: string) => void
  readonly signal: AbortSignal
  readonly everyMs?: number
}

/** Does in this data folder what an admin did with a text on another machine. Returns whether it is done. */
const follow = async (
  { code, wanted, isHere: isWanted }: SharedText,
  { library, bringing }: Pick<Bible, 'library' | 'bringing'>,
  { say, signal }: Options,
): Promise<boolean> => {
  if (!isWanted) {
    // A text that is not from the catalogue could not be added again, so it stays.
    if (readAbout(library.db, code)?.source.kind !== 'catalogue') return true
    // While the removal waits, an import may replace the text by another one. `onlyFromCatalogue` makes `remove` check
    // this again.
    if (await bringing.remove(code, { onlyFromCatalogue: true }))
      say(`Removed ${code}, as an admin did on another machine`)
    return true
  }
  if (isHere(library, code) || isHere(library, wanted)) return true
  const errand = bringing.bring(wanted, wanted.toUpperCase() === code ? null : code)
  if (errand === null) return false
  const { state, message } = await bringing.done(errand.id)
  if (signal.aborted) return false
  say(
    state === 'done'
      ? `Brought ${message}, as an admin did on another machine`
      : `${code} could not be brought: ${message}`,
  )
  return state === 'done'
}

/**
 * Does in this data folder what admins do with texts on all machines: when an admin adds a text from the catalogue on
 * another machine, or removes it there, this function does the same here. Resolves when the signal aborts.
 */
export const followSharedTexts = async (
  bible: Pick<Bible, 'library' | 'bringing'>,
  options: Options,
): Promise<void> => {
  const { archives, file, say, signal, everyMs = LOOK_EVERY_MS } = options
  const notBefore = new Map<string, number>()
  /** The last reported error of each text, by its code. The same error is not reported again. */
  const lastTrouble = new Map<string, string>()
  const followOne = async (text: SharedText): Promise<void> => {
    const followed = await readFollowed(file)
    if (signal.aborted || followed[text.code] === text.at) return
    if ((notBefore.get(text.code) ?? 0) > Date.now()) return
    if (await follow(text, bible, options)) await writeFollowed(file, { ...followed, [text.code]: text.at })
    else notBefore.set(text.code, Date.now() + AGAIN_AFTER_MS)
    lastTrouble.delete(text.code)
  }
  while (!signal.aborted) {
    // If the store is away, the loop tries again after `everyMs`.
    const texts = await archives.sharedTexts().catch(() => [])
    // An error, for example because the disk is full or another process writes to the library, must not end this
    // process. The loop tries again after `everyMs`.
    for (const text of texts)
      await followOne(text).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error)
        if (!signal.aborted && lastTrouble.get(text.code) !== why)
          say(`What an admin did with ${text.code} on another machine cannot be followed yet: ${why}`)
        lastTrouble.set(text.code, why)
      })
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
