import type { Chapter } from '@pathlight/contracts/bible.ts'
import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { idNamed } from '@pathlight/contracts/pad-rules.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../api/api-problem.ts'
import { chapterQuery } from '../../bible/chapter-query.ts'
import type { ChapterReference } from '../../bible/chapter-reference.ts'
import { knownKinds } from '../../study/known-kinds.ts'
import type { Findable } from '../../study/offline-kind.ts'
import { overlayQuery } from '../../study/overlay-query.ts'
import { readOwnItem } from '../../study/own-item.ts'
import { chaptersOf, type PassageEntry, versesOf } from './entries/passage-entry.ts'
import type { ItemEntry } from './item-view.tsx'
import type { PadAround } from './pad-around.ts'

/**
 * An entry with the content that the entry refers to. The content is null if neither the server nor the device answers.
 * `words` is '' if the version has no such verses. `says` is 'gone' if the item does not exist.
 */
export type Gathered =
  | { readonly entry: Extract<PadEntry, { readonly text: string }> }
  | { readonly entry: PassageEntry; readonly words: string | null }
  | { readonly entry: ItemEntry; readonly says: Findable | 'gone' | null }

/** The most entries or chapters that are fetched at the same time. */
const AT_ONCE = 12

const isThere = (chapter: Chapter | null): chapter is Chapter => chapter !== null

/**
 * The entries of a pad with the content that they refer to. Each chapter or item that has not loaded is fetched once.
 */
export const gather = async (
  queries: QueryClient,
  { owner, kinds }: Pick<PadAround, 'owner' | 'kinds'>,
  entries: readonly PadEntry[],
): Promise<readonly Gathered[]> => {
  const known = kinds ?? (await knownKinds().catch(() => []))
  /** A chapter of a passage. Null if the version has no such chapter. */
  const readChapter = (chapter: ChapterReference) =>
    queries.fetchQuery(chapterQuery(chapter)).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status === 404) return null
      throw error
    })
  const gatherOne = async (entry: PadEntry): Promise<Gathered> => {
    if (entry.type === 'passage') {
      const chapters = await Promise.all(chaptersOf(entry).map(readChapter)).catch(() => null)
      if (chapters === null) return { entry, words: null }
      const verses = versesOf(chapters.filter(isThere), entry)
      return { entry, words: verses.map(({ text }) => text.trim()).join(' ') }
    }
    if (entry.type !== 'item') return { entry }
    const of = known.find(({ history }) => history === entry.kind)
    const own = of && (await readOwnItem(queries, owner.id, of, idNamed(entry)))
    if (own?.status !== 'here') return { entry, says: own?.status === 'gone' ? 'gone' : null }
    // An export needs a note's text with its Markdown, which `own.says` lacks.
    return { entry, says: { ...own.says, text: (own.item as { readonly text?: string }).text ?? own.says.text } }
  }
  const gathered: Gathered[] = []
  for (let at = 0; at < entries.length; at += AT_ONCE)
    gathered.push(...(await Promise.all(entries.slice(at, at + AT_ONCE).map(gatherOne))))
  return gathered
}

/** Fetches the person's highlights on the passages of a pad, as far as the server or the device answers. */
export const gatherMarks = async (
  queries: QueryClient,
  { owner }: Pick<PadAround, 'owner'>,
  entries: readonly PadEntry[],
): Promise<void> => {
  const chapters = entries.flatMap((entry) => (entry.type === 'passage' ? chaptersOf(entry) : []))
  for (let at = 0; at < chapters.length; at += AT_ONCE)
    await Promise.allSettled(
      chapters.slice(at, at + AT_ONCE).map((chapter) => queries.ensureQueryData(overlayQuery(owner, chapter))),
    )
}
