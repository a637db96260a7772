import type { Chapter } from '@pathlight/contracts/bible.ts'
import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Item } from '../../api/pending-write.ts'
import { chapterQuery } from '../../bible/chapter-query.ts'
import type { Findable, ItemHere } from '../../study/offline-kind.ts'
import { ownItemQuery } from '../../study/own-item.ts'
import { chaptersOf, type PassageEntry, versesOf } from './entries/passage-entry.ts'
import type { ItemEntry } from './item-view.tsx'
import type { PadAround } from './pad-around.ts'

/** An entry with the content that it refers to; null: it could not be fetched. */
export type Gathered =
  | { readonly entry: Extract<PadEntry, { readonly text: string }> }
  | { readonly entry: PassageEntry; readonly words: string | null }
  | { readonly entry: ItemEntry; readonly says: Findable | null }

const isThere = (chapter: Chapter | null): chapter is Chapter => chapter !== null

/** The entries of a pad with the content that they refer to. Each chapter and item is fetched once, if it is not here. */
export const gather = (
  queries: QueryClient,
  { owner, kinds }: Pick<PadAround, 'owner' | 'kinds'>,
  entries: readonly PadEntry[],
): Promise<readonly Gathered[]> => {
  const gatherOne = async (entry: PadEntry): Promise<Gathered> => {
    if (entry.type === 'passage') {
      const chapters = await Promise.all(
        chaptersOf(entry).map((chapter) => queries.fetchQuery(chapterQuery(chapter)).catch(() => null)),
      )
      const words = versesOf(chapters.filter(isThere), entry).map(({ text }) => text.trim())
      return { entry, words: words.join(' ') || null }
    }
    if (entry.type !== 'item') return { entry }
    const of = kinds?.find(({ history }) => history === entry.kind)
    const served = of && (await queries.fetchQuery(ownItemQuery(owner.id, of, entry.id)).catch(() => null))
    if (!served) return { entry, says: null }
    const says = of.kind.searched(served.value as ItemHere<Item>)
    // The text in its source form.
    return { entry, says: { ...says, text: (served.value as { readonly text?: string }).text ?? says.text } }
  }
  return Promise.all(entries.map(gatherOne))
}
