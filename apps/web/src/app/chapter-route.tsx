import { lazy } from 'react'
import { useHydrated } from '../device/use-hydrated.ts'
import { ChapterPage } from '../features/reader/chapter-page.tsx'
import { withWords } from '../locales/language.ts'
import { useLanguage } from '../locales/use-language.tsx'
import { mayBeSignedIn } from '../session/signed-in-cookie.ts'
import type { InReader } from '../study/kind.ts'
import { Fetched } from '../ui/fetched.tsx'
import { KINDS } from './kinds.ts'

/** The reader's part of each kind, by its file. All these files are in this page's chunk. */
const IN_READER = import.meta.glob<InReader>('../kinds/*/in-reader.ts', { eager: true, import: 'inReader' })
const READER_KINDS = KINDS.flatMap(({ name }) => IN_READER[`../kinds/${name}/in-reader.ts`] ?? [])
const ON_VERSES = READER_KINDS.flatMap(({ onVerses }) => onVerses ?? [])
// Starts fetching the code for the items on verses before the server has said who is signed in.
if (typeof document !== 'undefined' && mayBeSignedIn())
  for (const { fetchOnChapter } of ON_VERSES) fetchOnChapter?.().catch(() => undefined)
/** The kinds' buttons in the header of each column, from left to right. */
const COLUMN_TOOLS = READER_KINDS.flatMap(({ columnTool }) => columnTool ?? [])

/** The shortcuts at the top of the passage picker, from the first kind that has any. */
const SHORTCUTS = READER_KINDS.find(({ shortcuts }) => shortcuts)?.shortcuts

/** Fetched only if the interface is Korean. */
const KoreanTextHint = lazy(() => withWords(['about-text'], () => import('./korean-text-hint.tsx')))

/**
 * The reader's page. The kinds of items (bookmarks, notes and others) may add items on the verses and buttons in each
 * column's header. One kind adds shortcuts in the passage picker.
 */
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
