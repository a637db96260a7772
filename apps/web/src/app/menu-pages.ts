import type { ParseKeys } from 'i18next'

/** A page in the navigation bar. Pages whose path begins with `under` count as this page too. */
export type MenuPage = { readonly to: string; readonly key: ParseKeys; readonly under?: string }

/** The pages of the navigation bar, from left to right (specification section 2). */
export const MENU_PAGES: readonly MenuPage[] = [
  { to: '/', key: 'menu.home' },
  { to: '/bible-reading', key: 'menu.bibleReading', under: '/bible/' },
  { to: '/my-memos', key: 'menu.myMemos', under: '/my-memos/' },
  { to: '/version-comparison', key: 'menu.versionComparison' },
]

/** The pages in the About menu (specification section 2). */
export const ABOUT_PAGES: readonly MenuPage[] = [
  { to: '/about/who-we-are', key: 'menu.whoWeAre' },
  { to: '/about/explore-pathlight', key: 'menu.explorePathlight' },
]
