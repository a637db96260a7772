/** The pages for every visitor: one of each kind, and empty states. */
export const ANYBODY = [
  '/',
  '/bible/KJV/2 John/1',
  '/bible/WEB/Psalms/23',
  '/bible/ESV/John/3',
  '/bible/KJV/Psalms/151',
  '/bible/WEB/about',
  '/bible-reading',
  '/search',
  '/search?query=shepherd',
  '/search?query=shephard&version=KJV',
  '/about/explore-pathlight',
  '/about/who-we-are',
  '/version-comparison',
  '/version-comparison?reference=John+3:16-17',
  '/login',
  '/login-redirect',
  '/login/provider?outcome=prove',
  '/login/provider?outcome=provider_away',
  '/signup',
  '/forgot-password',
  '/reset-password/0000',
  '/my-memos',
  '/my-memos/memos',
  '/my-memos/highlights',
  '/my-memos/bookmarks',
  '/my-memos/history',
  '/my-memos/waiting',
  '/my-memos/sermons',
  '/my-memos/sermons/00000000-0000-4000-8000-000000000000',
  '/settings',
  '/settings/account',
  '/settings/data',
  '/email-link/0000',
  '/nowhere',
]

/** The pages that show something else to a signed-in person. */
export const SIGNED_IN = [
  '/my-memos',
  '/my-memos/memos',
  '/my-memos/highlights',
  '/my-memos/sermons',
  '/my-memos/bookmarks',
  '/my-memos/history',
  '/my-memos/waiting',
  '/settings',
  '/settings/account',
  '/settings/data',
]

/** The pages of an admin. */
export const OF_ADMINS = ['/admin', '/admin/audit', '/admin/bibles', '/admin/system']
