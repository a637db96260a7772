import type { FirstPage } from '../api/first-page.ts'
import { firstCompare } from '../features/compare/first-compare.ts'
import { firstLanding } from '../features/landing/first-landing.ts'
import { firstChapter } from '../features/reader/first-chapter.ts'
import { firstReading } from '../features/reader/first-reading.ts'
import { firstSearch } from '../features/search/first-search.ts'

/** Every page whose first HTML comes from the server; the browser renders the others. */
export const FIRST_PAGES: readonly FirstPage[] = [firstLanding, firstReading, firstChapter, firstSearch, firstCompare]
