import { withWords } from '../locales/language.ts'

/** Makes what this device keeps ready for a search, once a page: the server may be away when the person searches. */
let prepared = false
const prepare = () => {
  if (prepared || typeof Worker === 'undefined') return
  prepared = true
  import('../bible/kept-texts/prepare-search.ts')
    .then(({ prepareSearch }) => prepareSearch())
    // The network went before this code had come: the next search asks for it again.
    .catch(() => {
      prepared = false
    })
}

/** Whether the page that is opened is this one, and came without what was found. */
const opensUnanswered = (): boolean =>
  typeof document !== 'undefined' &&
  !prepared &&
  location.pathname === '/search' &&
  document.getElementById('root')?.dataset.rendered === undefined

/** The page of /search. Its route fetches it; so does the search box, ahead, when the person begins to type. */
export const fetchSearchPage = async () => {
  const { Component, askAtOnce } = await withWords(
    ['search', 'reference'],
    () => import('../features/search/search-page.tsx'),
  )
  if (opensUnanswered()) askAtOnce()
  prepare()
  return { Component }
}
