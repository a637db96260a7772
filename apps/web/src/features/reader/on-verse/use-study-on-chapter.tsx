import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { type ComponentType, lazy, type ReactNode, useCallback, useMemo, useState } from 'react'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import {
  type ChapterOf,
  NOTHING_ON_CHAPTER,
  type OnChapter,
  type OnChapterProps,
  type StudyKind,
  type VerseMark,
  type VersePaint,
} from '../../../study/study-kind.ts'
import { Fetched } from '../../../ui/fetched.tsx'

export type MarkOfKind = { readonly kind: StudyKind; readonly mark: VerseMark }

/** The marks and paints of the items of all kinds on a chapter, by verse number. */
export type StudyOnChapter = {
  readonly marks: ReadonlyMap<number, readonly MarkOfKind[]>
  readonly paints: ReadonlyMap<number, readonly VersePaint[]>
}

const add = <T,>(to: Map<number, T[]>, verse: number, more: readonly T[]): void => {
  const before = to.get(verse)
  if (before) before.push(...more)
  else to.set(verse, [...more])
}

/** Combines the marks and paints of all kinds. On each verse they are in the order of `kinds`. */
export const gatherOnChapter = (kinds: readonly StudyKind[], each: readonly OnChapter[]): StudyOnChapter => {
  const marks = new Map<number, MarkOfKind[]>()
  const paints = new Map<number, VersePaint[]>()
  for (const [index, kind] of kinds.entries()) {
    for (const [verse, mark] of each[index]?.marks ?? []) add(marks, verse, [{ kind, mark }])
    for (const [verse, painted] of each[index]?.paints ?? []) add(paints, verse, painted)
  }
  return { marks, paints }
}

/** The items of one kind, and the chapter that they are on. */
type Report = { readonly of: ChapterOf; readonly shown: OnChapter }
type WatchProps = {
  readonly kind: StudyKind
  readonly OnChapter: ComponentType<OnChapterProps>
  readonly of: ChapterOf
  readonly onReport: (kind: StudyKind, reports: Report) => void
}

const Watch = ({ kind, OnChapter: Shown, of, onReport }: WatchProps) => {
  const report = useCallback((shown: OnChapter) => onReport(kind, { of, shown }), [kind, of, onReport])
  return (
    <Fetched>
      <Shown of={of} onShown={report} />
    </Fetched>
  )
}

/**
 * The items of every kind on a chapter. A visitor has none, and their browser fetches no code for them. `kinds` must
 * always be the same array. The caller must render `watches`, which show nothing and report the items.
 */
export const useStudyOnChapter = (
  kinds: readonly StudyKind[],
  viewer: User | null,
  { version, book, chapter }: ChapterReference,
  verses: readonly Verse[],
): { readonly study: StudyOnChapter; readonly watches: ReactNode } => {
  const of = useMemo(
    () => viewer && { viewer, column: { version, book, chapter }, verses },
    [viewer, version, book, chapter, verses],
  )
  const [reports, setReports] = useState<ReadonlyMap<StudyKind, Report>>(new Map())
  const onReport = useCallback(
    (kind: StudyKind, one: Report) => setReports((before) => new Map(before).set(kind, one)),
    [],
  )
  const [components] = useState(() =>
    kinds.flatMap((kind) => (kind.fetchOnChapter ? [{ kind, OnChapter: lazy(kind.fetchOnChapter) }] : [])),
  )
  const each = kinds.map((kind) => {
    const one = reports.get(kind)
    return one && one.of === of ? one.shown : NOTHING_ON_CHAPTER
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind reports the same object until its items change
  const study = useMemo(() => gatherOnChapter(kinds, each), [kinds, ...each])
  const watches = of && components.map((one) => <Watch key={one.kind.name} {...one} of={of} onReport={onReport} />)
  return { study, watches }
}
