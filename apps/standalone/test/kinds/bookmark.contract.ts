import fc from 'fast-check'
import type { Calls, Person } from '../calls/call.contract.ts'
import { bookmarksContract } from '../items/bookmarks.contract.ts'
import { TAG_CASES } from './tag-cases.contract.ts'
import { tested } from './tested-kind.contract.ts'

const personal = { anonymous: 401, other: 200, admin: 200, owner: 200 }

/**
 * Adds the owner's bookmark on Psalm 23, unless it exists. Answers its path. The id in the path names the version, the
 * book and the chapter.
 */
const bookmarkOf = async (owner: Person): Promise<string> => {
  await owner.ask('POST', '/api/bookmarks', { body: { book: 'Psalms', chapter: 23, version: 'KJV' } })
  return '/api/bookmarks/KJV.19.23'
}

const NO_VERSES = 'The last verse must stand behind the first, in the same chapter.'

const calls: Calls = {
  'GET /api/bookmarks': {
    ...personal,
    send: async (owner) => {
      await bookmarkOf(owner)
      return { path: '/api/bookmarks' }
    },
  },
  'POST /api/bookmarks': {
    anonymous: 401,
    other: 201,
    admin: 201,
    owner: 201,
    send: () => ({
      path: '/api/bookmarks',
      body: { book: 'Psalms', chapter: 23, version: 'KJV', category: 'General', tags: ['love'] },
    }),
    refuses: {
      optional: ['category', 'verse_id', 'end_verse_id', 'tags'],
      cases: [
        ...TAG_CASES,
        ['a chapter there is not', { chapter: 151 }, 'There is no such chapter.'],
        ['a verse of another chapter', { verse_id: 19_024_001 }, 'There is no such verse.'],
        ['a verse of another book', { verse_id: 18_023_001 }, 'The book and the verse do not belong together.'],
        ['a verse in words', { verse_id: '19023001' }, 'There is no such verse.'],
        ['a last verse without a first', { end_verse_id: 19_023_002 }, 'There is no such verse.'],
        ['a last verse before the first', { verse_id: 19_023_002, end_verse_id: 19_023_001 }, NO_VERSES],
        ['an unknown version', { version: 'ZZZ' }, 'Unknown version.'],
      ],
    },
  },
  'PUT /api/bookmarks/:id': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 200,
    send: async (owner) => ({ path: await bookmarkOf(owner), body: { tags: ['love'] } }),
    refuses: { optional: ['tags'], cases: TAG_CASES },
  },
  'DELETE /api/bookmarks/:id': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 200,
    send: async (owner) => ({ path: await bookmarkOf(owner) }),
    refuses: {},
  },
}

const psalm = (chapter: number) => ({ version: 'KJV', book: 'Psalms', chapter })

/** @public tested-kinds.contract.ts imports this value by the name of the file. */
export const testedKind = tested<null>({
  calls,
  alone: bookmarksContract,
  list: '/api/bookmarks',
  words: fc.constant(null),
  life: { begin: null, edited: null },
  add: (who, _, nth) => who.ask('POST', '/api/bookmarks', { body: psalm(nth + 1) }),
  remove: (who, id) => who.ask('DELETE', `/api/bookmarks/${id}`),
  item: ({ body }) => body,
  some: {
    write: async (who) => {
      await who.ask('POST', '/api/bookmarks', { body: { ...psalm(23), tags: ['목자'] } })
      return {}
    },
    items: 1,
    changes: 1,
    files: () => ['북마크.md'],
  },
  tagged: { add: '/api/bookmarks', body: psalm(23), one: (id) => `/api/bookmarks/${id}`, same: {} },
  underFire: {
    add: '/api/bookmarks',
    // A bookmark's id names its chapter and version, so each bookmark is on another chapter or in another version.
    body: ({ own }) => ({
      ...psalm((own % 150) + 1),
      ...{ version: ['KJV', 'NIV', 'ESV', 'NLT'][Math.floor(own / 150)], category: 'General' },
    }),
    event: ['BookmarkAdded', 'bookmarkId'],
    count: 'bookmarks_count',
  },
})
