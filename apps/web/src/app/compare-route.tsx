import { lazy } from 'react'
import { ComparePage } from '../features/compare/compare-page.tsx'
import { withWords } from '../locales/language.ts'
import { KIND_WORDS } from './kinds.ts'

const Shortcuts = lazy(() => withWords([...KIND_WORDS], () => import('./passage-shortcuts.tsx')))

/** The page /version-comparison, with shortcuts to passages in the passage picker. */
export const Component = () => <ComparePage Shortcuts={Shortcuts} />
