import { lazy } from 'react'
import { useHydrated } from '../device/use-hydrated.ts'
import { ChapterPage } from '../features/reader/chapter-page.tsx'
import { withWords } from '../locales/language.ts'
import { useLanguage } from '../locales/use-language.tsx'
import { mayBeSignedIn } from '../session/signed-in-cookie.ts'
import type { InReader } from '../study/kind.ts'
import { Fetched } from '../ui/fetched.tsx'
import { KINDS } from './kinds.ts'

/** What each kind shows in the reader, by its file; it comes with the code of this page. */
const IN_READER = import.meta.glob<InReader>('../kinds/*/in-reader.ts', { eager: true, import: 'inReader' })
const SHOWN = KINDS.flatMap(({ name }) => IN_READER[`../kinds/${name}/in-reader.ts`] ?? [])
const ON_VERSES = SHOWN.flatMap(({ onVerses }) => onVerses ?? [])
// Not only when the server has said who it is.
if (typeof document !== 'undefined' && mayBeSignedIn())
  for (const { fetchOnChapter } of ON_VERSES) fetchOnChapter().catch(() => undefined)
/** From left to right in the header of each column. */
const COLUMN_TOOLS = SHOWN.flatMap(({ columnTool }) => columnTool ?? [])

/** On top where a passage is chosen. */
const SHORTCUTS = SHOWN.find(({ shortcuts }) => shortcuts)?.shortcuts

/** Fetched for readers in Korean only. */
const KoreanTextHint = lazy(() => withWords(['about-text'], () => import('./korean-text-hint.tsx')))

/** The reader, with all that can stand on a verse and in a column's header. */
export const Component = () => {
  const hydrated = useHydrated()
  const language = useLanguage()
  return (
    <>
      <ChapterPage kinds={ON_VERSES} tools={COLUMN_TOOLS} shortcuts={SHORTCUTS} />
      <Fetched>{hydrated && language === 'ko' && <KoreanTextHint />}</Fetched>
    </>
  )
}
