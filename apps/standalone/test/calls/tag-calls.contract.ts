import { TAG_CASES } from '../kinds/tag-cases.contract.ts'
import type { Calls, Person } from './call.contract.ts'

/**
 * Adds a bookmark, and answers the path of its tag. The tag looks like an id, so the tests that replace ids in
 * addresses replace this tag as well.
 */
const tagOf = async (owner: Person): Promise<string> => {
  const tag = crypto.randomUUID()
  await owner.ask('POST', '/api/bookmarks', { body: { book: 'Psalms', chapter: 23, version: 'KJV', tags: [tag] } })
  return `/api/tags/${tag}`
}

/**
 * The cases in which `PUT /api/tags/:tag` refuses a tag's new name. Each sends the wrong tag of a case of TAG_CASES as
 * the new name. The case with 51 tags is left out, because a rename sends only one name.
 */
const ofName = TAG_CASES.flatMap(([what, change, message]) => {
  const [tag, ...more] = (change as { tags: unknown[] }).tags.toReversed()
  return more.length > 10 ? [] : [[what, { tag }, message] as const]
})

export const tagCalls: Calls = {
  'GET /api/tags': {
    ...{ anonymous: 401, other: 200, admin: 200, owner: 200 },
    send: async (owner) => {
      await tagOf(owner)
      return { path: '/api/tags' }
    },
  },
  'PUT /api/tags/:tag': {
    ...{ anonymous: 401, other: 404, admin: 404, owner: 200 },
    send: async (owner) => ({ path: await tagOf(owner), body: { tag: 'love', color: '#ffd966' } }),
    refuses: {
      optional: ['color'],
      cases: [...ofName, ['a colour that is none', { color: 'yellow' }, 'Please enter a valid hex color code.']],
    },
  },
  'DELETE /api/tags/:tag': {
    ...{ anonymous: 401, other: 200, admin: 200, owner: 200 },
    send: async (owner) => ({ path: await tagOf(owner) }),
    refuses: {},
  },
}
