import type { ComponentType } from 'react'
import { ChapterPage } from '../features/reader/chapter-page.tsx'
import type { ColumnToolProps } from '../study/study-kind.ts'
import { STUDY_KINDS } from './study-kinds.ts'

/** What stands in the header of each column, from left to right. */
const COLUMN_TOOLS: readonly ComponentType<ColumnToolProps>[] = []

/** The reader, with all that can stand on a verse and in a column's header. */
export const Component = () => <ChapterPage kinds={STUDY_KINDS} tools={COLUMN_TOOLS} />
