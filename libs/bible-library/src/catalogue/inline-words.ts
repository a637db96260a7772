import { createReadStream, createWriteStream, renameSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { CatalogueFailure } from './download.ts'
import type { Catalogue } from './open-catalogue.ts'

/** How many chapters are requested at the same time. The number is small, so that the service is not burdened. */
const AT_ONCE = 6
/**
 * Matches the field with the address of a chapter's Hebrew and Greek words. The text of a verse cannot match, because
 * JSON escapes its quotation marks.
 */
const LINK = /"thisChapterWordsLink"\s*:\s*"([^"\\}]{1,300})"/g
/** The most characters of all Hebrew and Greek words of a text, as JSON. A whole Bible has about 40 million. */
const LARGEST = 100_000_000
/** The most chapters with words. A Bible has 1,189 chapters, or about 1,400 with the books outside the 66. */
const MOST_CHAPTERS = 2_000
/**
 * The most characters in the file with one chapter's words. The longest real file has about 200,000. A longer file is
 * left out, because LONGEST_CHAPTER (bounded-json.ts) limits a chapter with its words.
 */
const LONGEST = 1_000_000
/** The time for downloading all files of words, in milliseconds. */
const WITHIN_MS = 20 * 60_000
/** The most characters of a translation without a closing brace. A file with a longer run is no Bible. */
const MOST_WITHOUT_BRACE = 10_000_000
const HAS_WORDS = /"thisChapterWords"\s*:/

/**
 * Yields the text of a file in parts. A part ends after a closing brace or at the end of the file. A match of LINK has
 * no brace in it, so no match is cut in two.
 */
async function* partsOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
    rest += chunk
    if (rest.length > MOST_WITHOUT_BRACE) throw new CatalogueFailure('What it gave is no Bible.')
    const end = rest.lastIndexOf('}') + 1
    yield rest.slice(0, end)
    rest = rest.slice(end)
  }
  yield rest
}

/**
 * Puts the Hebrew and Greek words into a downloaded translation that only names their files (`{chapter}.words.json`).
 * Words that do not arrive, or that are too long, are written as null, so that the translation can still be added.
 * @returns false if some words did not arrive now but may arrive later
 * @throws CatalogueFailure if the catalogue gives more than a Bible has
 */
export const inlineWords = async (catalogue: Catalogue, file: string, signal?: AbortSignal): Promise<boolean> => {
  /** How often the translation names each address. */
  const links = new Map<string, number>()
  let chapters = 0
  for await (const part of partsOf(file)) {
    if (HAS_WORDS.test(part)) return true
    for (const [, link = ''] of part.matchAll(LINK)) {
      links.set(link, (links.get(link) ?? 0) + 1)
      chapters += 1
      if (chapters > MOST_CHAPTERS)
        throw new CatalogueFailure('It names more files of words than a Bible has chapters.')
    }
  }
  if (chapters === 0) return true
  let isWhole = true
  let total = 0
  const words = new Map<string, string>()
  const inTurn = pLimit(AT_ONCE)
  const late = AbortSignal.timeout(WITHIN_MS)
  const stop = AbortSignal.any([late, ...(signal ? [signal] : [])])
  const bring = async ([link, times]: readonly [string, number]) => {
    signal?.throwIfAborted()
    const answer = await catalogue.chapterWords(link, stop).catch((error: unknown) => {
      if (late.aborted || (error instanceof CatalogueFailure && error.passing)) isWhole = false
      return null
    })
    const written = JSON.stringify(answer)
    if (written.length > LONGEST) return
    total += written.length * times
    if (total > LARGEST) throw new CatalogueFailure('Its words of the original are more than a Bible has.')
    words.set(link, written)
  }
  // After a failure no further address is requested.
  await Promise.all([...links].map((link) => inTurn(bring, link))).finally(() => inTurn.clearQueue())
  signal?.throwIfAborted()
  const withWords = async function* () {
    for await (const part of partsOf(file))
      yield part.replace(LINK, (_, link: string) => `"thisChapterWords":${words.get(link) ?? null}`)
  }
  await pipeline(withWords, createWriteStream(`${file}.words`))
  renameSync(`${file}.words`, file)
  return isWhole
}
