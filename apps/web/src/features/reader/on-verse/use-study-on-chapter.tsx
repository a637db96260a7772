import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
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

export type MarkOfKind = { readonly kind: StudyKind; readonly mark: VerseMark }

/** What all kinds show on a chapter, by the verse's number. */
export type StudyOnChapter = {
  readonly marks: ReadonlyMap<number, readonly MarkOfKind[]>
  readonly paints: ReadonlyMap<number, readonly VersePaint[]>
}

const add = <T,>(to: Map<number, T[]>, verse: number, more: readonly T[]): void => {
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

/** What a kind told, and of which chapter. */
type Told = { readonly of: ChapterOf; readonly shown: OnChapter }
type WatchProps = {
  readonly kind: StudyKind
  readonly OnChapter: ComponentType<OnChapterProps>
  readonly of: ChapterOf
  readonly onTold: (kind: StudyKind, told: Told) => void
}

const Watch = ({ kind, OnChapter: Shown, of, onTold }: WatchProps) => {
  const tell = useCallback((shown: OnChapter) => onTold(kind, { of, shown }), [kind, of, onTold])
  return (
    <Suspense fallback={null}>
      <Shown of={of} onShown={tell} />
    </Suspense>
  )
}

/**
 * What every kind has on a chapter. A visitor who is not signed in has nothing, and their browser fetches none of it.
 * `kinds` is one list for as long as the page lives. Render `watches`: it shows nothing, and finds out what there is.
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
  const [told, setTold] = useState<ReadonlyMap<StudyKind, Told>>(new Map())
  const onTold = useCallback((kind: StudyKind, one: Told) => setTold((before) => new Map(before).set(kind, one)), [])
  const [components] = useState(() => kinds.map((kind) => ({ kind, OnChapter: lazy(kind.fetchOnChapter) })))
  const each = kinds.map((kind) => {
    const one = told.get(kind)
    return one && one.of === of ? one.shown : NOTHING_ON_CHAPTER
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind tells the same object while nothing changed
  const study = useMemo(() => gatherOnChapter(kinds, each), [kinds, ...each])
  const watches = of && components.map((one) => <Watch key={one.kind.name} {...one} of={of} onTold={onTold} />)
  return { study, watches }
}
