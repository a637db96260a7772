import type { ParseKeys } from 'i18next'

/** A page that the bar leads to. `under`: the addresses that belong to it, too. */
export type MenuPage = { readonly to: string; readonly key: ParseKeys; readonly under?: string }

/** In the order of the bar (specification section 2). */
export const MENU_PAGES: readonly MenuPage[] = [
  { to: '/', key: 'menu.home' },
  // A passage is Bible reading too.
  { to: '/bible-reading', key: 'menu.bibleReading', under: '/bible/' },
  { to: '/my-memos', key: 'menu.myMemos', under: '/my-memos/' },
  { to: '/version-comparison', key: 'menu.versionComparison' },
]

/** Behind About (specification section 2). */
export const ABOUT_PAGES: readonly MenuPage[] = [
  { to: '/about/who-we-are', key: 'menu.whoWeAre' },
  { to: '/about/explore-pathlight', key: 'menu.explorePathlight' },
]
