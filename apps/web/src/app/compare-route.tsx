import { lazy } from 'react'
import { ComparePage } from '../features/compare/compare-page.tsx'
import { withWords } from '../locales/language.ts'
import { KIND_WORDS } from './kinds.ts'

/** Fetched when a passage is chosen. */
const Shortcuts = lazy(() => withWords([...KIND_WORDS], () => import('./passage-shortcuts.tsx')))

/** /version-comparison, with what the person has kept where a passage is chosen. */
export const Component = () => <ComparePage Shortcuts={Shortcuts} />
