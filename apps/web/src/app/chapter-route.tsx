import { type ComponentType, lazy, Suspense } from 'react'
import { useHydrated } from '../device/use-hydrated.ts'
import { BookmarkTool } from '../features/bookmarks/bookmark-tool.tsx'
import { ChapterPage } from '../features/reader/chapter-page.tsx'
import { withWords } from '../locales/language.ts'
import { useLanguage } from '../locales/translation.ts'
import type { ColumnToolProps } from '../study/study-kind.ts'
import { STUDY_KINDS } from './study-kinds.ts'

/** What stands in the header of each column, from left to right. */
const COLUMN_TOOLS: readonly ComponentType<ColumnToolProps>[] = [BookmarkTool]

/** Fetched for readers in Korean only. */
const KoreanTextHint = lazy(() => withWords(['about-text'], () => import('./korean-text-hint.tsx')))

/** The reader, with all that can stand on a verse and in a column's header. */
export const Component = () => {
  const hydrated = useHydrated()
  const language = useLanguage()
  return (
    <>
      <ChapterPage kinds={STUDY_KINDS} tools={COLUMN_TOOLS} />
      {hydrated && language === 'ko' && (
        <Suspense fallback={null}>
          <KoreanTextHint />
        </Suspense>
      )}
    </>
  )
}
