import fc from 'fast-check'
import type { Calls, Person } from '../calls/call.contract.ts'
import { highlightsContract } from '../items/highlights.contract.ts'
import { TAG_CASES } from './tag-cases.contract.ts'
import { tested } from './tested-kind.contract.ts'

const onNiv = { version: 'NIV', book: 'John', chapter: 3, verseId: 43_003_016 }
const personal = { anonymous: 401, other: 200, admin: 200, owner: 200 }

let last = 0
/**
 * Adds a highlight of the owner with these words. The text of its version is not installed, so the words are not
 * checked.
 */
const highlightOf = async (owner: Person, words: string): Promise<string> => {
  last = (last + 100) % 4_000
  const body = { ...onNiv, startOffset: last, endOffset: last + words.length, selectedText: words }
  return `/api/highlight/${(await owner.ask('POST', '/api/highlight/add', { body })).body.id}`
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
const NO_COLOR = 'Please enter a valid hex color code.'
const NO_STYLE = 'There is no such style.'

const calls: Calls = {
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
        tags: ['love'],
      },
    }),
    refuses: {
      optional: ['id', 'book', 'chapter', 'color', 'style', 'tags'],
      cases: [
        ...TAG_CASES,
        ['an empty range', { endOffset: 0 }, NO_RANGE],
        ['a negative offset', { startOffset: -1 }, NO_RANGE],
        ['a range that its words do not fill', { endOffset: 4_000 }, NO_RANGE],
        ['no words', { selectedText: '' }, 'A highlight needs words.'],
        ['a verse there is not', { verseId: 67_001_001 }, 'There is no such verse.'],
        ['an unknown version', { version: 'ZZZ' }, 'Unknown version.'],
        ['a colour that is none', { color: 'yellow' }, NO_COLOR],
        ['a style that is none', { style: 'bold' }, NO_STYLE],
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
      optional: ['color', 'style'],
      cases: [
        ['a colour that is none', { color: '#12345' }, NO_COLOR],
        ['no word of a colour', { color: undefined }, NO_COLOR],
        ...TAG_CASES,
        ['a style that is none', { style: 'bold' }, NO_STYLE],
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
}

const JOHN_3_16 = 43_003_016
/** A highlight on three letters of a verse. The text of its version is not installed, so the words are not checked. */
const wordsAt = (startOffset: number, verseId = JOHN_3_16) => ({
  ...{ version: 'NIV', verseId, selectedText: 'God' },
  ...{ startOffset, endOffset: startOffset + 3 },
})

/** @public tested-kinds.contract.ts imports this value by the name of the file. */
export const testedKind = tested<string | null>({
  calls,
  alone: highlightsContract,
  list: '/api/highlight/user',
  words: fc.constantFrom('#111111', '#2a9d8f', '#ffd966'),
  life: { begin: null, edited: '#00ff00' },
  add: (who, color, nth) => who.ask('POST', '/api/highlight/add', { body: { ...wordsAt(nth * 4), color } }),
  edit: (who, id, color) => who.ask('PUT', `/api/highlight/${id}`, { body: { color } }),
  remove: (who, id) => who.ask('DELETE', `/api/highlight/${id}`),
  item: ({ body }) => body,
  some: {
    write: async (who) => {
      const first = await who.ask('POST', '/api/highlight/add', { body: wordsAt(4) })
      await who.ask('POST', '/api/highlight/add', {
        body: { ...wordsAt(0, JOHN_3_16 + 1), color: '#00ff00', style: 'underline' },
      })
      await who.ask('POST', '/api/highlight/add', { body: wordsAt(20) })
      await who.ask('PUT', `/api/highlight/${first.body.id}`, { body: { color: '#0000ff' } })
      return {}
    },
    items: 3,
    changes: 4,
    files: () => ['하이라이트/43 요한복음.md'],
  },
  tagged: {
    ...{ add: '/api/highlight/add', body: wordsAt(4) },
    ...{ one: (id) => `/api/highlight/${id}`, same: { color: null } },
  },
  underFire: {
    add: '/api/highlight/add',
    // Each highlight covers two letters of one of seven verses, and no two overlap. The text of the version is not
    // installed, so the words are not checked.
    body: ({ id, verseId, nth }) => ({
      ...{ id, verseId: verseId + (nth % 7), version: 'NIV', book: 'John', chapter: Math.floor(verseId / 1000) % 1000 },
      ...{ startOffset: nth * 3, endOffset: nth * 3 + 2, selectedText: 'of' },
    }),
    event: ['HighlightAdded', 'highlightId'],
    onChapter: (chapter) => `/api/highlight/chapter?book=John&chapter=${chapter}`,
    overlay: 'highlights',
    count: 'highlights_count',
  },
})
