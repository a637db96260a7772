import { withWords } from '../locales/language.ts'

/**
 * Whether this page load has prepared the search in the texts on this device. It does so in advance, because the server
 * may be away when the person searches.
 */
let prepared = false
const prepare = () => {
  if (prepared || typeof Worker === 'undefined') return
  prepared = true
  import('../bible/kept-texts/prepare-search.ts')
    .then(({ prepareSearch }) => prepareSearch())
    // The network failed before this code had loaded. The next call of `prepare` fetches the code again.
    .catch(() => {
      prepared = false
    })
}

/** Whether the browser loaded the search page as a document whose HTML has no results. */
const opensWithoutResults = (): boolean =>
  typeof document !== 'undefined' &&
  !prepared &&
  location.pathname === '/search' &&
  document.getElementById('root')?.dataset.rendered === undefined

/** Fetches the page of /search. The search box calls this too, when it gets the focus. */
export const fetchSearchPage = async () => {
  const { Component, askAtOnce } = await withWords(
    ['search', 'reference'],
    () => import('../features/search/search-page.tsx'),
  )
  if (opensWithoutResults()) askAtOnce()
  prepare()
  return { Component }
}
