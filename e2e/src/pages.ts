import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = join(import.meta.dirname, '../../apps/web/src')
const KINDS = join(SOURCES, 'kinds')
/** The names of all kinds, which are the names of their folders in apps/web/src/kinds/. */
export const KIND_NAMES: readonly string[] = readdirSync(KINDS)
export const KIND_FILES = KIND_NAMES.map((name) => readFileSync(join(KINDS, name, 'kind.ts'), 'utf8'))
export const KIND_PAGES = KIND_FILES.flatMap((file) => /^ {2}path: '(\w+)'/m.exec(file)?.[1] ?? []).map(
  (path) => `/my-memos/${path}`,
)

const pathsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path = '']) => path)
const read = (file: string) => readFileSync(join(SOURCES, file), 'utf8')
/** The routes of all pages, read from the app's source files. An example: `/shared/:id`. */
export const ROUTES: readonly string[] = [
  ...pathsIn(read('app/routes.tsx'), /path: '(\/[^'*]*)'/g),
  ...pathsIn(read('app/admin-route.tsx'), /'(\/admin[^']*)': page/g),
  ...pathsIn(KIND_FILES.join(''), /path: '(\/[^']*)'/g),
  ...KIND_PAGES,
]
/** A pattern for the addresses of a route, with any query and fragment. */
export const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replace(/\/:\w+\?/g, '(/[^/?#]+)?').replace(/:\w+/g, '[^/?#]+')}([?#].*)?$`)

type KindWords = Readonly<Record<'kind' | 'one', Readonly<Record<string, string>>>>
/** The plural and singular names of each kind in histories: `{ kind: { note: 'Notes' }, one: { note: 'Note' } }`. */
export const kindWords = (language: 'en' | 'ko'): KindWords => {
  const files = KIND_NAMES.map((name) => join(KINDS, name, `words/${name}-changes.${language}.json`))
  const words = files.map((file) => (JSON.parse(readFileSync(file, 'utf8')) as { history: KindWords }).history)
  return {
    kind: Object.assign({}, ...words.map(({ kind }) => kind)),
    one: Object.assign({}, ...words.map(({ one }) => one)),
  }
}

/** Addresses that every visitor may open. Some name things that do not exist, such as Psalm 151. */
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
  ...KIND_PAGES,
  '/my-memos/memos/00000000-0000-4000-8000-000000000000',
  '/my-memos/tags',
  '/my-memos/tags/faith',
  '/my-memos/history',
  '/my-memos/waiting',
  '/my-memos/sermons/00000000-0000-4000-8000-000000000000',
  '/my-memos/pads/00000000-0000-4000-8000-000000000000',
  '/settings',
  '/settings/account',
  '/settings/data',
  '/email-link/0000',
  '/shared/0000',
  '/nowhere',
]

/** Addresses that show more to a signed-in person. */
export const SIGNED_IN = [
  '/my-memos',
  ...KIND_PAGES,
  '/my-memos/tags',
  '/my-memos/tags/faith',
  '/my-memos/history',
  '/my-memos/waiting',
  '/settings',
  '/settings/account',
  '/settings/data',
]

export const OF_ADMINS = [
  '/admin',
  '/admin/audit',
  '/admin/invitations',
  '/admin/bibles',
  '/admin/backups',
  '/admin/system',
]
