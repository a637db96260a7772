import { TESTED } from '../kinds/tested-kinds.contract.ts'
import { accountCalls } from './account-calls.contract.ts'
import { accountCareCalls } from './account-care-calls.contract.ts'
import { adminCalls } from './admin-calls.contract.ts'
import { type Calls, open, type Person } from './call.contract.ts'
import { historyCalls } from './history-calls.contract.ts'
import { logInCalls } from './log-in-calls.contract.ts'
import { shareCalls } from './share-calls.contract.ts'
import { tagCalls } from './tag-calls.contract.ts'

/** The row of a call about a person's items of every kind. */
const ofEveryKind = (path: string, shows = true) => ({
  ...{ anonymous: 401, other: 200, admin: 200, owner: 200, shows },
  send: async (owner: Person, secret: string) => {
    const body = { verse_id: 43_003_016, book: 'John', version: 'KJV', text: secret }
    await owner.ask('POST', '/api/note/', { body })
    return { path }
  },
})

/** Every call but those for the web app's files. The access tests fail for a call without a row. */
export const CALLS: Calls = {
  ...accountCalls,
  ...accountCareCalls,
  ...logInCalls,
  ...Object.assign({}, ...Object.values(TESTED).map(({ calls }) => calls)),
  ...historyCalls,
  ...shareCalls,
  ...tagCalls,
  ...adminCalls,

  'GET /api/overlay': ofEveryKind('/api/overlay?book=John&chapter=3'),
  'GET /api/resource-counts': ofEveryKind('/api/resource-counts', false),
  'GET /api/writing': ofEveryKind('/api/writing'),

  'GET /robots.txt': open('/robots.txt'),
  'GET /sitemap.xml': open('/sitemap.xml'),
  'GET /sitemap-:name.xml': open('/sitemap-KJV.xml'),
  'GET /preview.png': open('/preview.png'),
  'GET /pictures/passage.png': open('/pictures/passage.png?version=KJV&book=John&chapter=3&verse=16'),
  'GET /language': open('/language?to=ko&back=/', 303),

  'GET /api/about': open('/api/about?language=en'),
  'GET /api/bible/about': open('/api/bible/about?version=KJV'),
  'GET /api/bible/chapter': open('/api/bible/chapter?book=John&chapter=3&version=KJV'),
  'GET /api/bible/compare': open('/api/bible/compare?reference=John%203:16'),
  'GET /api/bible/compare/others': open('/api/bible/compare/others?reference=John%203:16'),
  'GET /api/bible/words': open('/api/bible/words?version=KJV&book=John&chapter=3'),
  'GET /api/lexicon/:strongs': open('/api/lexicon/G25'),
  'GET /api/bible/cross-references': open('/api/bible/cross-references?book=John&chapter=3&verse=16'),
  'GET /api/bible/daily': open('/api/bible/daily'),
  'GET /api/bible/find': open('/api/bible/find?query=love'),
  'GET /api/bible/pack': open('/api/bible/pack?version=KJV'),
  'GET /api/bible/reference': open('/api/bible/reference?text=John%203:16'),
  'GET /api/bible/search': open('/api/bible/search?query=love'),
  'GET /api/bible/versions': open('/api/bible/versions'),
  'GET /api/search': open('/api/search?book=John&chapter=3&version=KJV'),

  'GET /livez': open('/livez'),
  'GET /readyz': open('/readyz'),
  'GET /api/health': open('/api/health'),
  'GET /api/openapi.json': open('/api/openapi.json'),
  'GET /api/ready': open('/api/ready'),
  // This call is for the operator on the same machine. The callers of these tests have other network addresses.
  'GET /metrics': { ...open('/metrics'), anonymous: 401, other: 401, admin: 401, owner: 401 },
}
