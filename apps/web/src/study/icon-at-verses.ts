import type { Verse } from '@pathlight/contracts/bible.ts'
import { verseNumber } from '../bible/passage-names.ts'
import type { LucideIcon } from '../ui/lucide-icon.ts'
import { NOTHING_ON_CHAPTER, type OnChapter, type VerseMark } from './study-kind.ts'

/** An icon at each verse that has items. `countOn` counts a verse's items. `label` says the count in words, with the verse's number. */
export const iconAtVerses = (
  verses: readonly Verse[],
  icon: LucideIcon,
  countOn: (verse: Verse) => number,
  label: (options: { readonly count: number; readonly verse: string }) => string,
): OnChapter => {
  const marks = new Map<number, VerseMark>()
  for (const verse of verses) {
    const count = countOn(verse)
    if (count > 0) marks.set(verse.verse, { icon, count, label: label({ count, verse: verseNumber(verse) }) })
  }
  return marks.size === 0 ? NOTHING_ON_CHAPTER : { ...NOTHING_ON_CHAPTER, marks }
}
