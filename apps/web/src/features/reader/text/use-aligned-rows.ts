import type { Verse } from '@pathlight/contracts/bible.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chapterQuery } from '../../../bible/chapter-query.ts'
import { versionsQuery } from '../../../bible/versions-query.ts'
import { useFetched } from '../../../ui/use-fetched.ts'
import type { Column, ReaderState } from '../columns/reader-state.ts'
import type { Row } from './align-verses.ts'

/** A column's part of a shared row. `headed`: some column has a heading above its verses in this row. */
export type ColumnRow = { readonly verses: readonly Verse[]; readonly headed: boolean }

const hasHeading = (verses: readonly Verse[]): boolean => (verses[0]?.headings?.length ?? 0) > 0

const ofColumn = (rows: readonly Row[], column: number): ColumnRow[] =>
  rows.map(({ verses }) => ({ verses: verses[column] ?? [], headed: verses.some(hasHeading) }))

/** The verses of a column, once the column has fetched them. */
const useVerses = (column: Column): readonly Verse[] | undefined =>
  useQuery({ ...chapterQuery(column), enabled: false }).data?.verses

/** The shared rows of each column. Null unless several columns are synchronized and one of them has its text. */
export const useAlignedRows = (columns: ReaderState['columns'], synced: boolean): readonly ColumnRow[][] | null => {
  const on = synced && columns.length > 1
  const alignVerses = useFetched(on, async () => (await import('./align-verses.ts')).alignVerses)
  const { data: versionList } = useQuery(versionsQuery)
  // The number of hooks must not change. With fewer than three columns, the first column stands in for the missing
  // ones, and the results below leave it out.
  const [first, second = first, third = first] = columns
  const inFirst = useVerses(first)
  const inSecond = useVerses(second)
  const inThird = useVerses(third)
  return useMemo(() => {
    const verseLists = [inFirst, inSecond, inThird].slice(0, columns.length).map((list) => list ?? [])
    if (!on || verseLists.every(({ length }) => length === 0)) return null
    // Until the code that aligns verses has loaded, each verse has a row of its own, which is right in nearly all
    // chapters.
    if (!(alignVerses && versionList))
      return verseLists.map((list) => list.map((verse) => ({ verses: [verse], headed: hasHeading([verse]) })))
    const texts = columns.map(({ version }, index) => ({
      verses: verseLists[index] ?? [],
      versification: versionList.versions.find(({ code }) => code === version)?.versification ?? 'eng',
    }))
    const rows = alignVerses(texts)
    return columns.map((_, index) => ofColumn(rows, index))
  }, [on, alignVerses, versionList, columns, inFirst, inSecond, inThird])
}
