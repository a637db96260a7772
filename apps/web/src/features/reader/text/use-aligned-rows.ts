import type { Verse } from '@pathlight/contracts/bible.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chapterQuery } from '../../../bible/chapter-query.ts'
import { versionsQuery } from '../../../bible/versions-query.ts'
import { useFetched } from '../../../ui/use-fetched.ts'
import type { Column, ReaderState } from '../columns/reader-state.ts'
import type { Row } from './align-verses.ts'

/** One column's part of the rows: the verses in each, and whether a heading stands above one of them in some column. */
export type ColumnRow = { readonly verses: readonly Verse[]; readonly headed: boolean }

const hasHeading = (verses: readonly Verse[]): boolean => (verses[0]?.headings?.length ?? 0) > 0

/** The rows of one column. */
const ofColumn = (rows: readonly Row[], column: number): ColumnRow[] =>
  rows.map(({ verses }) => ({ verses: verses[column] ?? [], headed: verses.some(hasHeading) }))

/** The verses of a column, once they are here: it asks for them itself. */
const useVerses = (column: Column): readonly Verse[] | undefined =>
  useQuery({ ...chapterQuery(column), enabled: false }).data?.verses

/** By column, the rows in which synchronised columns stand beside each other; null while they do not. */
export const useAlignedRows = (columns: ReaderState['columns'], synced: boolean): readonly ColumnRow[][] | null => {
  const on = synced && columns.length > 1
  const alignVerses = useFetched(on, async () => (await import('./align-verses.ts')).alignVerses)
  const { data: known } = useQuery(versionsQuery)
  // There may be three columns. Where there are fewer, one of them stands for those that are missing, and is left out below.
  const [first, second = first, third = first] = columns
  const inFirst = useVerses(first)
  const inSecond = useVerses(second)
  const inThird = useVerses(third)
  return useMemo(() => {
    const there = [inFirst, inSecond, inThird].slice(0, columns.length).map((list) => list ?? [])
    if (!on || there.every(({ length }) => length === 0)) return null
    // Until the texts are here, each verse has a row: nearly everywhere it stays so.
    if (!(alignVerses && known))
      return there.map((list) => list.map((verse) => ({ verses: [verse], headed: hasHeading([verse]) })))
    const texts = columns.map(({ version }, index) => ({
      verses: there[index] ?? [],
      versification: known.versions.find(({ code }) => code === version)?.versification ?? 'eng',
    }))
    const rows = alignVerses(texts)
    return columns.map((_, index) => ofColumn(rows, index))
  }, [on, alignVerses, known, columns, inFirst, inSecond, inThird])
}
