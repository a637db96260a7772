import type { Verse } from '@pathlight/contracts/bible.ts'
import type { TFunction } from 'i18next'
import { type Item, isRefused, type PendingWrite } from '../api/pending-write.ts'
import { verseNumber } from '../bible/passage-names.ts'
import { CircleAlert } from '../ui/icons.ts'
import type { LucideIcon } from '../ui/lucide-icon.ts'
import { NOTHING_ON_CHAPTER, type OnChapter, type VerseMark } from './study-kind.ts'

type Kind = {
  readonly icon: LucideIcon
  readonly itemsOn: (verse: Verse) => readonly Item[]
  /** The person's writes of the kind. If an edit was refused, its verse has another icon. */
  readonly writes: readonly PendingWrite<Item>[]
  /** Words for a verse with this number of items. */
  readonly label: (options: { readonly count: number; readonly verse: string }) => string
}

/** Marks each verse that has items with an icon. */
export const iconAtVerses = (
  t: TFunction,
  verses: readonly Verse[],
  { icon, itemsOn, writes, label }: Kind,
): OnChapter => {
  const refused = new Set(writes.filter((one) => isRefused(one) && one.wanted !== null).map(({ itemId }) => itemId))
  const marks = new Map<number, VerseMark>()
  for (const verse of verses) {
    const items = itemsOn(verse)
    const count = items.length
    if (count === 0) continue
    const words = label({ count, verse: verseNumber(verse) })
    marks.set(
      verse.verse,
      items.some(({ id }) => refused.has(id))
        ? { icon: CircleAlert, count, label: `${words} · ${t('writes.refused')}` }
        : { icon, count, label: words },
    )
  }
  return marks.size === 0 ? NOTHING_ON_CHAPTER : { ...NOTHING_ON_CHAPTER, marks }
}
