import type { FirstPage } from '../api/first-page.ts'
import { firstShared } from '../features/by-link/first-shared.ts'
import { firstCompare } from '../features/compare/first-compare.ts'
import { firstWhoWeAre } from '../features/contact/first-who-we-are.ts'
import { firstExplore } from '../features/landing/first-explore.ts'
import { firstLanding } from '../features/landing/first-landing.ts'
import { firstChapter } from '../features/reader/first-chapter.ts'
import { firstReading } from '../features/reader/first-reading.ts'
import { firstSearch } from '../features/search/first-search.ts'
import { KIND_WORDS } from './kinds.ts'

const chapterWithKinds: FirstPage = { ...firstChapter, words: [...firstChapter.words, ...KIND_WORDS] }

/** The pages that the server renders. The browser renders all others. */
export const FIRST_PAGES: readonly FirstPage[] = [
  firstLanding,
  firstExplore,
  firstWhoWeAre,
  firstReading,
  chapterWithKinds,
  firstSearch,
  firstCompare,
  firstShared,
]
