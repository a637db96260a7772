import { withWords } from '../locales/language.ts'

/** The page of /search: fetched by its route, and ahead by whoever begins to type into the box. */
export const fetchSearchPage = () =>
  withWords(['search', 'reference'], () => import('../features/search/search-page.tsx'))
