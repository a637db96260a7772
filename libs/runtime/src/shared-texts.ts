import { readFile, rename, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { readAbout } from '@pathlight/bible-library/about-version.ts'
import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import type { IdentityArchive, SharedText } from '@pathlight/identity/identity-archive.ts'
import { isHere } from './missing-bibles.ts'

/** How often this machine looks for changes on others, and how long it waits after a failed text, in milliseconds. */
const LOOK_EVERY_MS = 10_000
const AGAIN_AFTER_MS = 10 * 60_000

type Followed = Readonly<Record<string, string>>

const readFollowed = (file: string): Promise<Followed> =>
  readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Followed,
    () => ({}),
  )

/** Replaces the file in one step: after a truncated one, this machine would add all texts again. */
const writeFollowed = async (file: string, followed: Followed): Promise<void> => {
  await writeFile(`${file}.new`, JSON.stringify(followed))
  await rename(`${file}.new`, file)
}

type Options = {
  readonly archives: Pick<IdentityArchive, 'sharedTexts'>
  /**
   * The file that lists the admins' acts that were repeated in this folder. So a text that the operator removes afterwards stays removed.
   */
  readonly file: string
  readonly say: (line: string) => void
  readonly signal: AbortSignal
  readonly everyMs?: number
}

/** Repeats in this folder, once, what an admin did with a text on another machine. Answers whether it is done. */
const follow = async (
  { code, wanted, isHere: isWanted }: SharedText,
  { library, bringing }: Pick<Bible, 'library' | 'bringing'>,
  { say, signal }: Options,
): Promise<boolean> => {
  if (!isWanted) {
    // Only a text of the catalogue can be added again.
    if (readAbout(library.db, code)?.source.kind !== 'catalogue') return true
    await bringing.remove(code)
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
 * Makes the texts of this folder follow what admins do on any machine: a text of the catalogue that an admin adds or removes
 * elsewhere is added or removed in this folder, too. Resolves when the signal aborts.
 */
export const followSharedTexts = async (
  bible: Pick<Bible, 'library' | 'bringing'>,
  options: Options,
): Promise<void> => {
  const { archives, file, say, signal, everyMs = LOOK_EVERY_MS } = options
  const notBefore = new Map<string, number>()
  /** The last reported error of each text: a repeated one is not reported. */
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
    // If the store is away, the next look asks again.
    const texts = await archives.sharedTexts().catch(() => [])
    // A full disk, or a library that another process is writing, must not end this process. The next look tries again.
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
