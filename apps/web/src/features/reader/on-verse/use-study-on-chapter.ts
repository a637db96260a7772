import { useMemo } from 'react'
import type { ChapterOf, OnChapter, StudyKind, VerseMark, VersePaint } from '../../../study/study-kind.ts'

export type MarkOfKind = { readonly kind: StudyKind; readonly mark: VerseMark }

/** What all kinds show on a chapter, by the verse's number. */
export type StudyOnChapter = {
  readonly marks: ReadonlyMap<number, readonly MarkOfKind[]>
  readonly paints: ReadonlyMap<number, readonly VersePaint[]>
}

const add = <T>(to: Map<number, T[]>, verse: number, more: readonly T[]): void => {
  const before = to.get(verse)
  if (before) before.push(...more)
  else to.set(verse, [...more])
}

/** What the kinds show, put together; on each verse in the order of the kinds. */
export const gatherOnChapter = (kinds: readonly StudyKind[], each: readonly OnChapter[]): StudyOnChapter => {
  const marks = new Map<number, MarkOfKind[]>()
  const paints = new Map<number, VersePaint[]>()
  for (const [index, kind] of kinds.entries()) {
    for (const [verse, mark] of each[index]?.marks ?? []) add(marks, verse, [{ kind, mark }])
    for (const [verse, painted] of each[index]?.paints ?? []) add(paints, verse, painted)
  }
  return { marks, paints }
}

/** What every kind has on a chapter. `kinds` is one list for as long as the page lives. */
export const useStudyOnChapter = (kinds: readonly StudyKind[], of: ChapterOf): StudyOnChapter => {
  // biome-ignore lint/correctness/useHookAtTopLevel: always the same ones in one order, the list is the app's and never changes
  const each = kinds.map(({ useOnChapter }) => useOnChapter(of))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind answers the same object while nothing changed
  return useMemo(() => gatherOnChapter(kinds, each), [kinds, ...each])
}
