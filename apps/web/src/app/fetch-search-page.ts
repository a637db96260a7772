import { withWords } from '../locales/language.ts'

/** The page of /search. Its route fetches it; so does the search box, ahead, when the person begins to type. */
export const fetchSearchPage = () =>
  withWords(['search', 'reference'], () => import('../features/search/search-page.tsx'))
