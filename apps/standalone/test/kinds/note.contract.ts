import fc from 'fast-check'
import type { Calls, Person } from '../calls/call.contract.ts'
import { tested } from './tested-kind.contract.ts'

const onJohn = { verse_id: 43_003_016, book: 'John', version: 'KJV' }

/** The address of a note of theirs. */
const noteOf = async (owner: Person, text: string): Promise<string> => {
  const { body } = await owner.ask('POST', '/api/note/', { body: { ...onJohn, text } })
  return `/api/note/detail/${body.id}`
}

const personal = { anonymous: 401, other: 200, admin: 200, owner: 200 }
const ofOneNote = { anonymous: 401, other: 404, admin: 404, owner: 200 }

const read = (path: string) => ({
  ...personal,
  shows: true,
  send: async (owner: Person, secret: string) => {
    await noteOf(owner, secret)
    return { path }
  },
})

const NO_RANGE = 'The last verse must stand behind the first, in the same chapter.'
const texts = [
  ['an empty text', { text: '' }, 'Note content cannot be empty.'],
  ['a text of spaces', { text: ' \n\t　' }, 'Note content cannot be empty.'],
  ['a text that is too long', { text: 'x'.repeat(50_001) }, 'A note holds at most 50,000 characters.'],
  ['a title that is too long', { title: 'x'.repeat(201) }, 'A title holds at most 200 characters.'],
] as const

const calls: Calls = {
  'POST /api/note': {
    ...personal,
    other: 201,
    admin: 201,
    owner: 201,
    send: (_, secret) => ({
      path: '/api/note/',
      body: { ...onJohn, id: crypto.randomUUID(), title: 'Love', text: secret },
    }),
    refuses: {
      optional: ['id', 'title', 'book', 'end_verse_id'],
      cases: [
        ...texts,
        ['an unknown book', { book: 'Hezekiah' }, 'There is no book called “Hezekiah”.'],
        ['another book than the verse’s', { book: 'Mark' }, 'The book and the verse do not belong together.'],
        ['an id that is none', { id: null }, 'The id of a note is a UUID.'],
        ['an id that is no UUID', { id: 'mine' }, 'The id of a note is a UUID.'],
        ['no verse', { verse_id: undefined }, 'A note needs a verse.'],
        ['a verse in words', { verse_id: '43003016' }, 'A note needs a verse.'],
        ['a verse beyond every Bible', { verse_id: 67_001_001 }, 'There is no such verse.'],
        ['verse 0', { verse_id: 43_003_000 }, 'There is no such verse.'],
        ['chapter 0', { verse_id: 43_000_001 }, 'There is no such verse.'],
        ['Psalm 151', { verse_id: 19_151_001, book: 'Psalms' }, 'There is no such verse.'],
        ['a negative verse', { verse_id: -1 }, 'There is no such verse.'],
        ['a last verse in words', { end_verse_id: '43003018' }, 'There is no such verse.'],
        ['a last verse that there is not', { end_verse_id: 43_003_099 }, 'There is no such verse.'],
        ['a last verse before the first', { end_verse_id: 43_003_015 }, NO_RANGE],
        ['a last verse in another chapter', { end_verse_id: 43_004_001 }, NO_RANGE],
        ['no version', { version: undefined }, 'Unknown version.'],
        ['a version that is none', { version: '../etc' }, 'Unknown version.'],
        ['an unknown version', { version: 'ZZZ' }, 'Unknown version.'],
      ],
    },
  },
  'PUT /api/note/detail/:id': {
    ...ofOneNote,
    send: async (owner, secret) => ({
      path: await noteOf(owner, secret),
      body: { text: secret, title: 'Love', book: 'John' },
    }),
    refuses: { optional: ['title', 'book'], cases: texts },
  },
  'DELETE /api/note/detail/:id': {
    ...ofOneNote,
    send: async (owner, secret) => ({ path: await noteOf(owner, secret) }),
    refuses: {},
  },
  'GET /api/note/detail/:id': {
    ...ofOneNote,
    shows: true,
    send: async (owner, secret) => ({ path: await noteOf(owner, secret) }),
  },
  'GET /api/note/user': read('/api/note/user'),
  'GET /api/note/user/chapter': read('/api/note/user/chapter?book=John&chapter=3'),
}

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((text) => `A${text}`)
const JOHN_3_16 = 43_003_016
type Words = { readonly title: string | null; readonly text: string }

/** @public Found by the name of its file. */
export const testedKind = tested<Words>({
  calls,
  list: '/api/note/user',
  words: fc.record({ title: fc.option(words), text: words }),
  life: { begin: { title: 'Love', text: 'So loved.' }, edited: { title: null, text: 'So much.' } },
  add: (who, body) => who.ask('POST', '/api/note/', { body: { ...body, verse_id: JOHN_3_16, version: 'KJV' } }),
  edit: (who, id, body) => who.ask('PUT', `/api/note/detail/${id}`, { body }),
  remove: (who, id) => who.ask('DELETE', `/api/note/detail/${id}`),
  item: ({ body }) => body,
  some: {
    write: async (who) => {
      const note = (text: string, verse_id = JOHN_3_16) =>
        who.ask('POST', '/api/note/', { body: { verse_id, version: 'KJV', title: '사랑 # 1', text } })
      const { body: kept } = await note('So *loved*\nand given')
      await who.ask('PUT', `/api/note/detail/${kept.id}`, { body: { text: 'So *loved*\nand gave', title: '사랑 # 2' } })
      const { body: gone } = await note('To be removed', 1_001_001)
      await who.ask('DELETE', `/api/note/detail/${gone.id}`)
      await note('In the beginning', 1_001_001)
      return { kept: kept.id, gone: gone.id }
    },
    items: 2,
    changes: 5,
    files: () => ['메모/01 창세기.md', '메모/43 요한복음.md'],
  },
  underFire: {
    add: '/api/note/',
    body: ({ id, verseId, nth }) => ({ id, verse_id: verseId, text: `Note ${nth}: ${id}`, version: 'KJV' }),
    event: ['NoteAdded', 'noteId'],
    onChapter: (chapter) => `/api/note/user/chapter?book=John&chapter=${chapter}`,
    overlay: 'notes',
    count: 'notes_count',
  },
})
