import { TAG_CASES } from '../kinds/tag-cases.contract.ts'
import type { Calls, Person } from './call.contract.ts'

/** Adds a bookmark with a tag that looks like an id, so that the tests of other people's ids use it as well. */
const tagOf = async (owner: Person): Promise<string> => {
  const tag = crypto.randomUUID()
  await owner.ask('POST', '/api/bookmarks', { body: { book: 'Psalms', chapter: 23, version: 'KJV', tags: [tag] } })
  return `/api/tags/${tag}`
}

/** The cases of TAG_CASES with one wrong tag, as cases of a wrong new name. The case with 51 tags is left out. */
const ofName = TAG_CASES.flatMap(([what, change, message]) => {
  const [tag, ...more] = (change as { tags: unknown[] }).tags.toReversed()
  return more.length > 10 ? [] : [[what, { tag }, message] as const]
})

/** The calls that change and show a person's tags. */
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
