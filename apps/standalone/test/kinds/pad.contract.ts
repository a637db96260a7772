import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import fc from 'fast-check'
import type { Calls, Person } from '../calls/call.contract.ts'
import { padsContract } from '../items/pads.contract.ts'
import { TAG_CASES } from './tag-cases.contract.ts'
import { tested } from './tested-kind.contract.ts'

const PSALM: PadEntry = { type: 'passage', version: 'KJV', verse_id: 19_023_004, end_verse_id: null }
const GONE: PadEntry = { type: 'item', kind: 'note', id: '4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e' }
const text = (said: string): PadEntry => ({ type: 'text', text: said })
const saying = (said: string) => ({ title: 'With me', entries: [PSALM, text(said), GONE] })

const personal = { anonymous: 401, other: 200, admin: 200, owner: 200 }
const ofOne = { anonymous: 401, other: 404, admin: 404, owner: 200 }

const padOf = async (owner: Person, said: string): Promise<string> => {
  const { body } = await owner.ask('POST', '/api/pad/', { body: saying(said) })
  return `/api/pad/detail/${body.id}`
}

const NO_VERSE = 'There is no such verse.'
const NO_RANGE = 'The last verse must stand behind the first, in the same chapter.'
const NO_VERSION = 'Unknown version.'
const NO_ENTRY = 'An entry of a study pad is a passage, a heading, a text or an item of one’s own.'
const NO_KIND = 'An entry of a study pad names something that cannot stand in one.'
const NO_ITEM = 'An entry of a study pad names its item by an id that is none.'
const NO_TITLE = 'A study pad needs a title.'
const of = (...entries: object[]) => ({ entries })

const cases = [
  ...TAG_CASES,
  ['an empty title', { title: '' }, NO_TITLE],
  ['a title that shows nothing', { title: ' \u200b' }, NO_TITLE],
  ['a title that is too long', { title: 'x'.repeat(201) }, 'A title holds at most 200 characters.'],
  ['2,000 entries', of(...Array(2_000).fill(PSALM)), 'A study pad holds at most 1,000 entries.'],
  ['an entry of another type', of({ type: 'picture' }), NO_ENTRY],
  ['an entry that is none', of(null as never), NO_ENTRY],
  ['a heading without words', of({ type: 'heading' }), 'A heading or a text in a study pad needs its text.'],
  [
    'a heading that is too long',
    of({ type: 'heading', text: 'x'.repeat(201) }),
    'A heading holds at most 200 characters.',
  ],
  ['a text that is too long', of(text('x'.repeat(50_001))), 'A text in a study pad holds at most 50,000 characters.'],
  [
    'much text',
    of(...Array(7).fill(text('x'.repeat(50_000)))),
    'The entries of a study pad hold at most 300 KB together.',
    413,
  ],
  ['a verse in words', of({ ...PSALM, verse_id: '19023004' }), NO_VERSE],
  ['a verse that there is not', of({ ...PSALM, verse_id: 19_151_001 }), NO_VERSE],
  ['a last verse that there is not', of({ ...PSALM, end_verse_id: 19_023_099 }), NO_VERSE],
  ['a last verse before the first', of({ ...PSALM, end_verse_id: 19_023_001 }), NO_RANGE],
  ['an unknown version', of({ ...PSALM, version: 'ZZZ' }), NO_VERSION],
  ['a version that is none', of({ ...PSALM, version: '../etc' }), NO_VERSION],
  ['an unknown kind', of({ ...GONE, kind: 'nothing' }), NO_KIND],
  ['settings', of({ ...GONE, kind: 'settings' }), NO_KIND],
  ['an id of another kind', of({ ...GONE, kind: 'bookmark' }), NO_ITEM],
  ['an id that is none', of({ ...GONE, id: '../me' }), NO_ITEM],
] as const

const calls: Calls = {
  'POST /api/pad': {
    ...{ anonymous: 401, other: 201, admin: 201, owner: 201 },
    send: (_, secret) => ({ path: '/api/pad/', body: { ...saying(secret), tags: ['love'], id: crypto.randomUUID() } }),
    refuses: {
      optional: ['id', 'entries', 'tags'],
      cases: [...cases, ['an id that is no UUID', { id: 'mine' }, 'The id of a study pad is a UUID.']],
    },
  },
  'PUT /api/pad/detail/:id': {
    ...ofOne,
    send: async (owner, secret) => ({ path: await padOf(owner, secret), body: { ...saying(secret), tags: ['love'] } }),
    refuses: { optional: ['tags'], cases },
  },
  'DELETE /api/pad/detail/:id': {
    ...ofOne,
    send: async (owner, secret) => ({ path: await padOf(owner, secret) }),
    refuses: {},
  },
  'GET /api/pad/detail/:id': {
    ...ofOne,
    shows: true,
    send: async (owner, secret) => ({ path: await padOf(owner, secret) }),
  },
  'GET /api/pad/user': {
    ...personal,
    shows: true,
    send: async (owner, secret) => {
      await padOf(owner, secret)
      return { path: '/api/pad/user' }
    },
  },
}

type Words = { readonly title: string; readonly entries: readonly PadEntry[] }
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((said) => `A${said}`)
const entry = fc.oneof(
  words.map(text),
  words.map((said): PadEntry => ({ type: 'heading', text: said })),
  fc.integer({ min: 1, max: 6 }).map((verse): PadEntry => ({ ...PSALM, verse_id: 19_023_000 + verse }) as PadEntry),
  fc.uuid().map((id): PadEntry => ({ type: 'item', kind: 'sermon', id })),
)

/** @public tested-kinds.contract.ts imports this value by the name of the file. */
export const testedKind = tested<Words>({
  calls,
  alone: padsContract,
  list: '/api/pad/user',
  words: fc.record({ title: words, entries: fc.array(entry, { maxLength: 6 }) }),
  life: { begin: saying('From he.'), edited: { title: 'In the valley', entries: [GONE, PSALM] } },
  add: (who, body) => who.ask('POST', '/api/pad/', { body }),
  edit: (who, id, body) => who.ask('PUT', `/api/pad/detail/${id}`, { body }),
  remove: (who, id) => who.ask('DELETE', `/api/pad/detail/${id}`),
  item: ({ body }) => body,
  some: {
    write: async (who) => {
      const made = await who.ask('POST', '/api/pad/', { body: { title: '나와 함께: a series?' } })
      const { body: pad } = made
      // The pad names the first note of `note.contract.ts`, if that file has written its notes before.
      const { body: notes } = await reflecting(made, (headers) => who.ask('GET', '/api/note/user', { headers }))
      const own: PadEntry = { ...GONE, id: notes.at(-1)?.id ?? GONE.id }
      const entries = [{ type: 'heading', text: '골짜기 #1' }, PSALM, text('From **he** to *you* <script>'), own, GONE]
      await who.ask('PUT', `/api/pad/detail/${pad.id}`, { body: { title: pad.title, entries } })
      return {}
    },
    items: 1,
    changes: 2,
    files: (day) => [`연구 노트/${day} 나와 함께 a series.md`],
  },
  tagged: {
    ...{ add: '/api/pad/', body: saying('From he.') },
    ...{ one: (id) => `/api/pad/detail/${id}`, same: saying('From he.') },
  },
  underFire: {
    add: '/api/pad/',
    body: ({ id, verseId, nth }) => ({
      ...{ id, title: `Pad ${nth}` },
      entries: [{ ...PSALM, verse_id: verseId }, text(`Words of ${id}`)],
    }),
    event: ['PadAdded', 'padId'],
    count: 'pads_count',
  },
})
