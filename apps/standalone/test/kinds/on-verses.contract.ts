import type { Call, Calls, Person } from '../calls/call.contract.ts'
import { TAG_CASES } from './tag-cases.contract.ts'
import { type TestedKind, tested } from './tested-kind.contract.ts'

const JOHN_3_16 = 43_003_016
const onJohn = { verse_id: JOHN_3_16, version: 'KJV' }
const personal = { anonymous: 401, other: 200, admin: 200, owner: 200 }
const ofOne = { anonymous: 401, other: 404, admin: 404, owner: 200 }
const NO_RANGE = 'The last verse must stand behind the first, in the same chapter.'

/** Refusals of an item's own fields: a description, the wrong fields, and the message. */
type Refused = readonly (readonly [what: string, change: object, message: string])[]

type Value<Words> = {
  readonly name: string
  readonly names: string
  /** The fields of an item with this text. */
  readonly saying: (text: string) => Words
  /** Optional fields besides those that all kinds on verses have. */
  readonly optional: readonly string[]
  readonly refused: Refused
}

const callsOf = <Words extends object>({ name, saying, optional, refused }: Value<Words>): Calls => {
  const path = `/api/${name}`
  const itemOf = async (owner: Person, text: string): Promise<string> => {
    const { body } = await owner.ask('POST', `${path}/`, { body: { ...onJohn, ...saying(text) } })
    return `${path}/detail/${body.id}`
  }
  const read = (of: string): Call => ({
    ...personal,
    shows: true,
    send: async (owner, secret) => {
      await itemOf(owner, secret)
      return { path: of }
    },
  })
  return {
    [`POST ${path}`]: {
      ...{ anonymous: 401, other: 201, admin: 201, owner: 201 },
      send: (_, secret) => ({
        path: `${path}/`,
        body: { ...onJohn, book: 'John', id: crypto.randomUUID(), ...saying(secret), tags: ['love'] },
      }),
      refuses: {
        optional: ['id', 'book', 'end_verse_id', 'tags', ...optional],
        cases: [
          ...refused,
          ...TAG_CASES,
          ['an unknown book', { book: 'Hezekiah' }, 'There is no book called “Hezekiah”.'],
          ['another book than the verse’s', { book: 'Mark' }, 'The book and the verse do not belong together.'],
          ['an id that is none', { id: null }, `The id of a ${name} is a UUID.`],
          ['an id that is no UUID', { id: 'mine' }, `The id of a ${name} is a UUID.`],
          ['no verse', { verse_id: undefined }, `A ${name} needs a verse.`],
          ['a verse in words', { verse_id: '43003016' }, `A ${name} needs a verse.`],
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
    [`PUT ${path}/detail/:id`]: {
      ...ofOne,
      send: async (owner, secret) => ({
        path: await itemOf(owner, secret),
        body: { ...saying(secret), book: 'John', tags: ['love'] },
      }),
      refuses: { optional: ['book', 'tags', ...optional], cases: [...refused, ...TAG_CASES] },
    },
    [`DELETE ${path}/detail/:id`]: {
      ...ofOne,
      send: async (owner, secret) => ({ path: await itemOf(owner, secret) }),
      refuses: {},
    },
    [`GET ${path}/detail/:id`]: {
      ...ofOne,
      shows: true,
      send: async (owner, secret) => ({ path: await itemOf(owner, secret) }),
    },
    [`GET ${path}/user`]: read(`${path}/user`),
    [`GET ${path}/user/chapter`]: read(`${path}/user/chapter?book=John&chapter=3`),
  }
}

/** A kind whose items people write on verses, with the calls that all these kinds have. */
export const testedOnVerses = <Words extends object>(
  value: Value<Words> & Pick<TestedKind<Words>, 'words' | 'life' | 'some' | 'alone'>,
): TestedKind => {
  const { name, names, saying, words, life, some, alone } = value
  const path = `/api/${name}`
  return tested<Words>({
    ...{ words, life, some, ...(alone && { alone }), calls: callsOf(value), list: `${path}/user` },
    add: (who, said) => who.ask('POST', `${path}/`, { body: { ...said, ...onJohn } }),
    edit: (who, id, body) => who.ask('PUT', `${path}/detail/${id}`, { body }),
    remove: (who, id) => who.ask('DELETE', `${path}/detail/${id}`),
    item: ({ body }) => body,
    tagged: {
      ...{ add: `${path}/`, body: { ...onJohn, ...saying('So loved.') } },
      ...{ one: (id) => `${path}/detail/${id}`, same: saying('So loved.') },
    },
    underFire: {
      add: `${path}/`,
      body: ({ id, verseId, nth }) => ({ id, verse_id: verseId, version: 'KJV', ...saying(`${names} ${nth}: ${id}`) }),
      event: [`${name.charAt(0).toUpperCase()}${name.slice(1)}Added`, `${name}Id`],
      onChapter: (chapter) => `${path}/user/chapter?book=John&chapter=${chapter}`,
      overlay: names,
      count: `${names}_count`,
    },
  })
}
