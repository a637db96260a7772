import type { Calls, Person } from './call.contract.ts'

const onNiv = { version: 'NIV', book: 'John', chapter: 3, verseId: 43_003_016 }
const personal = { anonymous: 401, other: 200, admin: 200, owner: 200 }

let last = 0
/** One more highlight of the owner's. The text of its version is not here, so that any words may be its own. */
const highlightOf = async (owner: Person, words: string): Promise<string> => {
  last = (last + 100) % 4_000
  const body = { ...onNiv, startOffset: last, endOffset: last + words.length, selectedText: words }
  return `/api/highlight/${(await owner.ask('POST', '/api/highlight/add', { body })).body.id}`
}
/** A bookmark of theirs, there already perhaps: its id is its address. */
const bookmarkOf = async (owner: Person): Promise<string> => {
  await owner.ask('POST', '/api/bookmarks', { body: { book: 'Psalms', chapter: 23, version: 'KJV' } })
  return '/api/bookmarks/KJV.19.23'
}
const read = (path: string) => ({
  ...personal,
  shows: true,
  send: async (owner: Person, secret: string) => {
    await highlightOf(owner, secret)
    return { path }
  },
})

const NO_RANGE = 'The selected range is not part of the verse.'
const NO_VERSES = 'The last verse must stand behind the first, in the same chapter.'
const NO_COLOR = 'Please enter a valid hex color code.'

export const studyCalls: Calls = {
  'POST /api/highlight/add': {
    anonymous: 401,
    other: 201,
    admin: 201,
    owner: 201,
    send: (_, secret) => ({
      path: '/api/highlight/add',
      body: {
        ...onNiv,
        startOffset: 0,
        endOffset: secret.length,
        selectedText: secret,
        id: crypto.randomUUID(),
        color: '#ffff00',
      },
    }),
    refuses: {
      optional: ['id', 'book', 'chapter', 'color'],
      cases: [
        ['an empty range', { endOffset: 0 }, NO_RANGE],
        ['a negative offset', { startOffset: -1 }, NO_RANGE],
        ['a range that its words do not fill', { endOffset: 4_000 }, NO_RANGE],
        ['no words', { selectedText: '' }, 'A highlight needs words.'],
        ['a verse there is not', { verseId: 67_001_001 }, 'There is no such verse.'],
        ['an unknown version', { version: 'ZZZ' }, 'Unknown version.'],
        ['a colour that is none', { color: 'yellow' }, NO_COLOR],
      ],
    },
  },
  'PUT /api/highlight/:id': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 200,
    send: async (owner, secret) => ({ path: await highlightOf(owner, secret), body: { color: '#00ff00' } }),
    refuses: {
      optional: ['color'],
      cases: [
        ['a colour that is none', { color: '#12345' }, NO_COLOR],
        ['no word of a colour', { color: undefined }, NO_COLOR],
      ],
    },
  },
  'DELETE /api/highlight/:id': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 200,
    send: async (owner, secret) => ({ path: await highlightOf(owner, secret) }),
    refuses: {},
  },
  'GET /api/highlight/user': read('/api/highlight/user'),
  'GET /api/highlight/chapter': read('/api/highlight/chapter?book=John&chapter=3'),
  'GET /api/highlight/verse': read('/api/highlight/verse?book=John&chapter=3&verseId=43003016'),

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
      body: { book: 'Psalms', chapter: 23, version: 'KJV', category: 'General' },
    }),
    refuses: {
      optional: ['category', 'verse_id', 'end_verse_id'],
      cases: [
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
  'DELETE /api/bookmarks/:id': {
    anonymous: 401,
    other: 404,
    admin: 404,
    owner: 200,
    send: async (owner) => ({ path: await bookmarkOf(owner) }),
    refuses: {},
  },

  'GET /api/writing': read('/api/writing'),

  'GET /api/users/settings': { ...personal, send: () => ({ path: '/api/users/settings' }) },
  'PUT /api/users/settings': {
    ...personal,
    send: () => ({
      path: '/api/users/settings',
      body: { defaultVersion: 'KJV', highlightColor: '#ffff00', defaultLanguage: 'ko', theme: 'dark' },
    }),
    refuses: {
      optional: ['defaultVersion', 'highlightColor', 'defaultLanguage', 'theme'],
      cases: [
        ['a colour that is none', { highlightColor: 'yellow' }, NO_COLOR],
        ['a language that is none', { defaultLanguage: 'fr' }, 'Default language is required.'],
        ['a theme that is none', { theme: 'neon' }, 'A theme is one of light, sepia, dark, system.'],
      ],
    },
  },
}
