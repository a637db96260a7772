import fc from 'fast-check'
import type { Calls, Person } from '../calls/call.contract.ts'
import { sermonsContract } from '../items/sermons.contract.ts'
import { TAG_CASES } from './tag-cases.contract.ts'
import { tested } from './tested-kind.contract.ts'

const fields = {
  title: 'Love',
  speaker: 'Ann',
  version: 'KJV',
  book: 'John',
  startChapter: 3,
  startVerseId: 43_003_016,
  endChapter: 3,
  endVerseId: 43_003_018,
}

const sermonOf = async (owner: Person, content: string): Promise<string> =>
  (await owner.ask('POST', '/api/sermon/', { body: { ...fields, content } })).body.newSermon.id

const personal = { anonymous: 401, other: 200, admin: 200, owner: 200 }
const ofOneSermon = { anonymous: 401, other: 404, admin: 404, owner: 200 }

const read = (path: string) => ({
  ...personal,
  shows: true,
  send: async (owner: Person, secret: string) => {
    await sermonOf(owner, secret)
    return { path }
  },
})

const MISSING = 'Please fill in the following required fields: '
const NO_RANGE = 'The end of a sermon is in the same book and not before its start.'
const NO_VERSE = 'There is no such verse.'

let deep: object = { type: 'paragraph' }
for (let level = 0; level < 52; level++) deep = { type: 'blockquote', content: [deep] }

const refuses = {
  optional: ['id', 'verseId', 'book', 'tags'],
  cases: [
    ...TAG_CASES,
    ['what lacks a title', { title: ' \u200b' }, `${MISSING}Title`],
    ['what lacks several fields, naming each', { speaker: '', endVerseId: null }, `${MISSING}Speaker, End Verse`],
    [
      'what lacks everything',
      {
        ...{ title: null, speaker: null, startChapter: null, startVerseId: null, endChapter: null, endVerseId: null },
        ...{ verseId: null, version: null, content: null },
      },
      `${MISSING}Title, Speaker, Start Chapter, Start Verse, End Chapter, End Verse, Sermon Content`,
    ],
    ['empty rich text', { content: { type: 'doc', content: [{ type: 'paragraph' }] } }, `${MISSING}Sermon Content`],
    ['HTML without words', { content: '<p><br></p>' }, `${MISSING}Sermon Content`],
    ['rich text that is none', { content: { type: 'paragraph' } }, 'The content is no rich text.'],
    [
      'rich text that is nested too deeply',
      { content: { type: 'doc', content: [deep] } },
      'The content is nested too deeply: at most 50 levels.',
    ],
    ['content beyond 200 KB', { content: '길'.repeat(70_000) }, 'The content is longer than 200 KB.', 413],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'A title holds at most 200 characters.'],
    ['a speaker that is too long', { speaker: 'x'.repeat(101) }, 'The name of a speaker holds at most 100 characters.'],
    ['an end before the start', { endVerseId: 43_003_015 }, NO_RANGE],
    ['an end in another book', { endChapter: 1, endVerseId: 44_001_001 }, NO_RANGE],
    ['chapters that are not the verses’', { endChapter: 4 }, NO_RANGE],
    ['an end that the version has not', { endVerseId: 43_003_037 }, NO_VERSE],
    ['an end that no Bible has', { endVerseId: 43_003_999 }, NO_VERSE],
    ['another start than its verse', { verseId: 43_003_017 }, 'A sermon begins with the verse that it is written on.'],
    ['another book', { book: 'Mark' }, 'The book and the verse do not belong together.'],
    ['an unknown version', { version: 'ZZZ' }, 'Unknown version.'],
  ],
} as const

const change = (path: string) => ({
  ...ofOneSermon,
  send: async (owner: Person, secret: string) => ({
    path: `${path}/${await sermonOf(owner, secret)}`,
    body: { ...fields, verseId: fields.startVerseId, content: secret, tags: ['love'] },
  }),
  refuses,
})

const calls: Calls = {
  'POST /api/sermon': {
    ...personal,
    other: 201,
    admin: 201,
    owner: 201,
    send: (_, secret) => ({
      path: '/api/sermon/',
      body: {
        ...{ ...fields, verseId: fields.startVerseId, content: secret },
        ...{ tags: ['love'], id: crypto.randomUUID() },
      },
    }),
    refuses,
  },
  'PUT /api/sermon/:id': change('/api/sermon'),
  'PUT /api/sermons/:id': change('/api/sermons'),
  'DELETE /api/sermon/:id': {
    ...ofOneSermon,
    send: async (owner, secret) => ({ path: `/api/sermon/${await sermonOf(owner, secret)}` }),
    refuses: {},
  },
  'GET /api/sermon/:id': {
    ...ofOneSermon,
    shows: true,
    send: async (owner, secret) => ({ path: `/api/sermon/${await sermonOf(owner, secret)}` }),
  },
  'GET /api/sermon/user': read('/api/sermon/user'),
  'GET /api/sermon/user/chapter': read('/api/sermon/user/chapter?book=John&chapter=3'),
}

/** Rich text with a heading, bold words, a list, and letters that Markdown or HTML would read as markup. */
export const RICH_TEXT = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'First *star*' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'In him ' },
        { type: 'text', text: 'was life', marks: [{ type: 'bold' }] },
        { type: 'text', text: ' <script>' },
      ],
    },
    {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one' }] }] }],
    },
  ],
}

const range = { startChapter: 3, startVerseId: 43_003_016, endChapter: 3, endVerseId: 43_003_017 }
const titled = (title: string) => ({ title, speaker: 'Ann', version: 'KJV', content: `On ${title}.`, ...range })

/** @public tested-kinds.contract.ts imports this value by the name of the file. */
export const testedKind = tested<string>({
  calls,
  alone: sermonsContract,
  list: '/api/sermon/user',
  words: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((text) => `A${text}`),
  life: { begin: 'Love', edited: 'Light' },
  add: (who, title) => who.ask('POST', '/api/sermon/', { body: titled(title) }),
  edit: (who, id, title) => who.ask('PUT', `/api/sermon/${id}`, { body: titled(title) }),
  remove: (who, id) => who.ask('DELETE', `/api/sermon/${id}`),
  item: ({ body: { verseId: _, newSermon, ...edited } }) => newSermon ?? edited,
  some: {
    write: async (who) => {
      const words = { title: '빛: the light?', speaker: 'Ann', version: 'KJV', content: RICH_TEXT, ...range }
      await who.ask('POST', '/api/sermon/', { body: words })
      return {}
    },
    items: 1,
    changes: 1,
    files: (day) => [`설교/${day} 빛 the light.md`],
  },
  tagged: {
    ...{ add: '/api/sermon/', body: titled('Love'), one: (id) => `/api/sermon/${id}`, same: titled('Love') },
  },
  underFire: {
    add: '/api/sermon/',
    body: ({ id, verseId, nth }) => {
      const chapter = Math.floor(verseId / 1000) % 1000
      return {
        ...{ id, title: `Sermon ${nth}`, speaker: 'Writer', content: `<p>Words of <b>${id}</b></p>`, version: 'KJV' },
        ...{ startChapter: chapter, startVerseId: verseId, endChapter: chapter, endVerseId: verseId + 1 },
      }
    },
    event: ['SermonAdded', 'sermonId'],
    onChapter: (chapter) => `/api/sermon/user/chapter?book=John&chapter=${chapter}`,
    count: 'sermons_count',
  },
})
