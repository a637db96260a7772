import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import { type Answer, appAt, from, note, type Person, send, signUp } from './people.ts'

let attacking = true
export const stopAttacks = (): void => {
  attacking = false
}
let sent = 0
let refused = 0
export const sayAttacks = (): string => `${sent} requests of the attackers, ${refused} of them refused.`
const answered = (status: number) => {
  sent += 1
  if (status === 429 || status === 413 || status === 503) refused += 1
  return status
}
/** Tells the measuring process that this attack begins. */
const begin = () => void process.send?.('ready')
/**
 * Keeps `atOnce` requests open. After each answer the next request follows at once. After 429, 503 or no answer it
 * follows 200 ms later.
 */
const hammer = async (atOnce: number, attack: (n: number) => Promise<Answer>) => {
  let n = 0
  const one = async () => {
    while (attacking) {
      const status = await attack(n++).then(
        (answer) => answered(answer.status),
        () => 503,
      )
      if (status === 429 || status === 503) await sleep(200)
    }
  }
  begin()
  await Promise.all(Array.from({ length: atOnce }, one))
}

/** Sends the most expensive searches. */
const searcher = async () => {
  const guest = from('198.51.100.1')
  const worst = [
    '창1-계22,'.repeat(20),
    'the of and a',
    '요('.repeat(90),
    'love -hate "the Lord" God',
    '하나님 사랑 믿음',
  ]
  await hammer(16, (n) => {
    const query = encodeURIComponent(worst[n % worst.length] ?? '')
    const paths = ['find?query=', 'search?query=', 'reference?text=', 'compare?reference=']
    return guest.call('GET', `/api/bible/${paths[n % paths.length]}${query}`)
  })
}
/** The most highlights that a verse may have. Further highlights are on the next verses. */
const HIGHLIGHTS_OF_A_VERSE = 200
const highlight = (n: number) => {
  const place = Math.floor(n / HIGHLIGHTS_OF_A_VERSE)
  const startOffset = (n % HIGHLIGHTS_OF_A_VERSE) * 25
  return {
    id: randomUUID(),
    version: 'NIV',
    verseId: 43_003_001 + (place % 36),
    selectedText: '길'.repeat(25),
    startOffset,
    endOffset: startOffset + 25,
  }
}
const PARAGRAPH = { type: 'paragraph', content: [{ type: 'text', text: '길' }] }
/** The content of a sermon of the longest allowed length, with the most parts. */
const SERMON = { type: 'doc', content: Array(2_900).fill(PARAGRAPH) }
const ON_JOHN_3 = { book: 'John', startChapter: 3, startVerseId: 43_003_001, endChapter: 3, endVerseId: 43_003_036 }
const sermon = () => ({ id: randomUUID(), ...ON_JOHN_3, version: 'KJV', title: '길', speaker: '길', content: SERMON })

/** For each kind of item: the call that writes the nth item, and the calls that read items meanwhile. */
const KINDS = {
  notes: {
    write: (n: number) => ['/api/note/', note('길'.repeat(50_000), 1 + (n % 36))] as const,
    read: ['/api/note/user?limit=500', '/api/note/user?query=%EA%B8%B8', '/api/overlay?book=John&chapter=3'],
  },
  highlights: {
    write: (n: number) => ['/api/highlight/add', highlight(n)] as const,
    read: [
      '/api/highlight/user?limit=500',
      '/api/highlight/user?query=%EA%B8%B8',
      '/api/highlight/chapter?book=John&chapter=3',
    ],
  },
  sermons: {
    write: () => ['/api/sermon/', sermon()] as const,
    read: [
      '/api/sermon/user?limit=500',
      '/api/sermon/user?query=%EA%B8%B8',
      '/api/sermon/user/chapter?book=John&chapter=3',
    ],
  },
} satisfies Record<string, { write: (n: number) => readonly [path: string, body: object]; readonly read: string[] }>

/**
 * Three people at one network address. Each writes as many items of one kind as is allowed, and reads them again and
 * again.
 */
const hoarder = async () => {
  const hoards = await Promise.all(
    Object.entries(KINDS).map(async ([name, kind]) => ({
      name,
      ...kind,
      ...(await signUp('198.51.100.2')),
      kept: 0,
      n: 0,
    })),
  )
  await hammer(18, async (n) => {
    const hoard = hoards[n % hoards.length] as (typeof hoards)[number]
    const turn = Math.floor(n / hoards.length)
    if (turn % 2) return hoard.call('GET', hoard.read[turn % hoard.read.length] ?? '/')
    const [path, body] = hoard.write(hoard.n++)
    const answer = await hoard.call('POST', path, body)
    if (answer.status === 201) hoard.kept += 1
    return answer
  })
  console.log(`Hoarded: ${hoards.map(({ kept, name }) => `${kept} ${name}`).join(', ')}.`)
}
/** Searches in notes whose letters have the most combining marks that are allowed. */
const digger = async () => {
  const person = await signUp('198.51.100.10')
  // Normalization must move each of these marks.
  const marks = `a${'\u0315\u0300'.repeat(50)}`.repeat(485)
  for (let n = 0; n < 20; n++) {
    const { status } = await person.call('POST', '/api/note/', note(marks, 1 + n))
    if (status !== 201) throw new Error(`A note of marks was answered ${status}: there is nothing to search`)
  }
  await hammer(16, (n) => person.call('GET', `/api/note/user?query=${encodeURIComponent(`a\u0300\u0315${n % 7}`)}`))
}
/** HTML of sermons that is slow to parse: unclosed marks, long links, angle quotes, endless paragraphs and lists. */
const HOSTILE_HTML = [
  `${'<b>'.repeat(198)}${'x</i>'.repeat(39_000)}`,
  `<a href="https://example.org/${'a'.repeat(1_870)}">${'word '.repeat(38_000)}</a>`,
  '‹'.repeat(190_000),
  '<p>x'.repeat(48_000),
  '<ul><li>'.repeat(24_000),
]
const author = async () => {
  const person = await signUp('198.51.100.11')
  await hammer(8, (n) =>
    person.call('POST', '/api/sermon/', { ...sermon(), content: HOSTILE_HTML[n % HOSTILE_HTML.length] ?? '' }),
  )
}
/** Guesses passwords of one account and of many, and asks for reset mails. */
const guesser = async () => {
  const guest = from('198.51.100.3')
  await hammer(16, (n) => {
    const email = n % 2 ? 'owner@example.org' : `x${n}@example.org`
    if (n % 5 === 0) return guest.call('POST', '/api/auth/forgot-password', { email })
    return guest.call('POST', '/api/auth/login', { email, password: `Wrong${n}!` })
  })
}
/** Opens connections with many requests and reads no answers, or sends a body that never ends. */
const staller = async () => {
  const person = await signUp('198.51.100.4')
  for (let n = 0; n < 20; n++) await person.call('POST', '/api/note/', note('x'.repeat(50_000)))
  const { hostname, port } = appAt()
  const head = `Host: x\r\nCookie: ${person.cookie}\r\nX-Forwarded-For: 198.51.100.4\r\n`
  const open: Socket[] = []
  begin()
  while (attacking) {
    for (const socket of open.splice(0)) if (!socket.destroyed && open.length < 100) open.push(socket)
    for (let n = open.length; n < 100; n++) {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on('error', () => undefined).pause()
      if (n % 2) socket.write(`GET /api/note/user HTTP/1.1\r\n${head}\r\n`.repeat(20))
      else
        socket.write(
          `POST /api/note/ HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 99999\r\n\r\n{`,
        )
      open.push(socket)
      sent += 1
    }
    await sleep(500)
  }
  for (const socket of open) socket.destroy()
}

/** Requests long addresses of dots, slashes, brackets and the like. */
const wanderer = async () => {
  const odd = ['.', '/', '[', '%2F', '\\\\', '%5B', './', ';', '%EA%B0%80']
  const headers = { 'x-forwarded-for': '198.51.100.5', accept: '*/*' }
  await hammer(16, (n) => {
    const one = odd[n % odd.length] ?? '.'
    const length = n % 2 ? 15_900 : 500
    const path = `/${one.repeat(Math.floor(length / one.length))}/`.slice(0, length)
    return send({ method: 'GET', path: n % 3 ? path : `/bible/KJV/John/3?x=${n}${path.slice(0, 3_000)}`, headers })
  })
}
/** Sends very long user agents. */
const boaster = async () => {
  const long = 'Version/'.repeat(1_900)
  await hammer(8, (n) => {
    const headers = { 'x-forwarded-for': '198.51.100.6', 'user-agent': long, 'content-type': 'application/json' }
    const email = `b${n}@example.org`
    const body = JSON.stringify({
      username: `b${randomUUID().slice(0, 12)}`,
      email,
      password: 'Lamp4myfeet!',
      confirm_password: 'Lamp4myfeet!',
    })
    return send({ method: 'POST', path: '/api/auth/signup', headers }, body)
  })
}
/** Sends bodies without Content-Length, with more parts than the app accepts, to existing and unknown addresses. */
const chunker = async () => {
  const body = `[${'0,'.repeat(250_000)}0]`
  const paths = ['/api/auth/login', '/api/nothing', '/api/auth/signup', '/no/page']
  const headers = { 'x-forwarded-for': '198.51.100.7', 'content-type': 'application/json' }
  await hammer(16, (n) => send({ method: 'POST', path: paths[n % paths.length] ?? '/', headers }, body, true))
}
/** Opens 2,000 connections, and sends a few bytes a second on each connection. */
const slow = async () => {
  const { hostname, port } = appAt()
  const open = new Set<Socket>()
  begin()
  while (attacking) {
    for (let n = open.size; n < 2_000; n++) {
      const socket = connect({ host: hostname, port: Number(port) })
      open.add(socket)
      socket.on('error', () => undefined).once('close', () => open.delete(socket))
      const [method, more] =
        n % 2 ? ['GET', ''] : ['POST', 'Content-Type: application/json\r\nContent-Length: 900\r\n\r\n']
      socket.write(`${method} /api/auth/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.8\r\n${more}`)
      sent += 1
    }
    await sleep(2_000)
    for (const socket of open) socket.write('X-More: 1\r\n')
  }
  for (const socket of open) socket.destroy()
}
/** Makes a person at this network address, who reads their 300 long notes with four requests at a time. */
const hogAt = (address: string) => async () => {
  const person = await signUp(address)
  for (let n = 0; n < 300; n++) await person.call('POST', '/api/note/', note('x'.repeat(49_000), 1 + (n % 36)))
  await hammer(4, () => person.call('GET', '/api/note/user?limit=500'))
}

/** An export file with `count` new notes. */
const manyNotes = (count: number): string => {
  const at = '2020-01-01T00:00:00.000Z'
  const lines = Array.from({ length: count }, (_, n) => {
    const place = { verse_id: 43_003_001 + (n % 36), book: 'John', version: 'KJV' }
    const words = { title: null, text: '길 '.repeat(500), created_at: at, updated_at: at }
    return JSON.stringify({ kind: 'note', item: { id: randomUUID(), ...place, ...words } })
  })
  return `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n${lines.join(',\n')}\n${EXPORT_ENDS}{}}\n`
}
const importAs = (address: string, { cookie }: Person, file: string, query = ''): Promise<Answer> => {
  const headers = { cookie, 'x-forwarded-for': address, 'content-type': 'application/octet-stream' }
  return send({ method: 'POST', path: `/api/import${query}`, headers }, file)
}
/**
 * Four people with 1,000 long notes each. They export all their notes, as Markdown or with the whole history, more
 * often than is allowed.
 */
const exporter = async () => {
  const people = await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const address = `198.51.100.${20 + n}`
      const person = await signUp(address)
      await importAs(address, person, manyNotes(1_000))
      return person
    }),
  )
  for (const person of people)
    for (let done = false; !done; await sleep(500)) {
      const { bytes } = await person.call('GET', '/api/import')
      done = !bytes.includes('running')
    }
  await hammer(8, (n) => {
    const person = people[n % people.length] as Person
    return person.call('GET', `/api/export?${n % 3 ? 'history=true' : 'format=markdown'}`)
  })
}
/** Four people who preview and import large files without a pause. */
const importer = async () => {
  const addresses = Array.from({ length: 4 }, (_, n) => `198.51.100.${30 + n}`)
  const people = await Promise.all(addresses.map((address) => signUp(address)))
  await hammer(4, (n) => {
    const at = n % people.length
    const query = Math.floor(n / people.length) % 3 ? '?preview=true' : ''
    return importAs(addresses[at] ?? '', people[at] as Person, manyNotes(3_000), query)
  })
}

const isConnected = (socket: Socket) => !socket.destroyed
/**
 * Eight people who import 3,000 notes each. Their live streams get messages about all these changes, but are never
 * read.
 */
const deaf = async () => {
  const { hostname, port } = appAt()
  const addresses = Array.from({ length: 8 }, (_, n) => `198.51.100.${40 + n}`)
  const people = await Promise.all(addresses.map(async (address) => ({ address, ...(await signUp(address)) })))
  for (const person of people)
    void importAs(person.address, person, manyNotes(3_000)).then(
      ({ status }) => answered(status),
      () => answered(503),
    )
  begin()
  let open: Socket[] = []
  for (; attacking; await sleep(500)) {
    open = open.filter(isConnected)
    for (const { address, cookie } of people) {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on('error', () => undefined).pause()
      socket.write(`GET /api/sync HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nX-Forwarded-For: ${address}\r\n\r\n`)
      open.push(socket)
      sent += 1
    }
  }
  for (const socket of open) socket.destroy()
}
/**
 * A person who requests live streams and disconnects before they begin, like a page that is reloaded again and again.
 */
const leaver = async () => {
  const { hostname, port } = appAt()
  const { cookie } = await signUp('198.51.100.50')
  await hammer(
    16,
    () =>
      new Promise((resolve, reject) => {
        const socket = connect({ host: hostname, port: Number(port) })
        const head = `Host: x\r\nCookie: ${cookie}\r\nX-Forwarded-For: 198.51.100.50\r\n\r\n`
        socket.on('error', reject).once('close', () => resolve({ status: 499, headers: {}, bytes: Buffer.alloc(0) }))
        socket.write(`GET /api/sync HTTP/1.1\r\n${head}`, () => setImmediate(() => socket.destroy()))
      }),
  )
}
const item = (fields: string) => `{"kind":"note","item":{"verse_id":43003016,"book":"John","version":"KJV",${fields}}}`
const exportOf = (line: string) => `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n${`${line},\n`.repeat(20)}${EXPORT_ENDS}{}}\n`
/** Import files whose lines have the greatest length and the most parts: tags, keys, nested lists, marks, cells. */
const WORST_LINES = [
  exportOf(item(`"text":"x","tags":[${'"",'.repeat(160_000)}""]`)),
  exportOf(item(`"text":"x",${Array.from({ length: 40_000 }, (_, n) => `"k${n}":0`).join()}`)),
  exportOf(item(`"text":${'['.repeat(240_000)}${']'.repeat(240_000)}`)),
  exportOf(item(`"text":"${'\\u0315\\u0300'.repeat(40_000)}"`)),
  `reference,text,tags\n${`John 3:16,x,"${'a,'.repeat(240_000)}"\n`.repeat(20)}`,
  `reference,text\n${`John 3:16${','.repeat(490_000)}\n`.repeat(20)}`,
  `reference,text\n${`"${'John 3:16; '.repeat(45_000)}",x\n`.repeat(20)}`,
  `reference,text\n${`John 3:16,"${'<b>'.repeat(160_000)}"\n`.repeat(20)}`,
]
/** Four people who preview and import the files of WORST_LINES. */
const liner = async () => {
  const addresses = Array.from({ length: 4 }, (_, n) => `198.51.100.${60 + n}`)
  const people = await Promise.all(addresses.map((address) => signUp(address)))
  await hammer(4, (n) => {
    const at = n % people.length
    const turn = Math.floor(n / people.length)
    const file = WORST_LINES[(turn + at * 2) % WORST_LINES.length] ?? ''
    return importAs(addresses[at] ?? '', people[at] as Person, file, turn % 5 ? '?preview=true' : '')
  })
}
/** A guest who requests pictures of verses, eight at once, in every look and shape. */
const painter = async () => {
  const guest = { 'x-forwarded-for': '198.51.100.70' }
  await hammer(8, (n) => {
    const verse = 1 + (n % 36)
    const look = ['light', 'sepia', 'dark', 'dawn'][Math.floor(n / 36) % 4]
    const shape = Math.floor(n / 144) % 2 ? 'square' : 'wide'
    const path = `/pictures/passage.png?version=KJV&book=John&chapter=3&verse=${verse}&look=${look}&shape=${shape}`
    return send({ method: 'GET', path, headers: guest })
  })
}
/** People who each upload five files of 40 MB at once. The files contain nothing that can be imported. */
const filler = async () => {
  const file = `reference,text\n${`Nowhere,${'x'.repeat(990)}\n`.repeat(40_000)}`
  begin()
  for (let n = 0; attacking; n++) {
    const address = `198.51.101.${1 + (n % 250)}`
    const person = await signUp(address).catch(() => null)
    if (person === null) await sleep(200)
    else
      await Promise.all(
        Array.from({ length: 5 }, () =>
          importAs(address, person, file).then(
            ({ status }) => answered(status),
            () => answered(503),
          ),
        ),
      )
  }
}
/** Four people who each upload a file of 50 MB, a kilobyte at a time. */
const dawdler = async () => {
  const { hostname, port } = appAt()
  const addresses = Array.from({ length: 4 }, (_, n) => `198.51.100.${80 + n}`)
  const people = await Promise.all(addresses.map(async (address) => ({ address, ...(await signUp(address)) })))
  let open: Socket[] = []
  begin()
  for (; attacking; await sleep(100)) {
    open = open.filter(isConnected)
    for (const { address, cookie } of people.slice(open.length)) {
      const socket = connect({ host: hostname, port: Number(port) })
      const head = `Host: x\r\nCookie: ${cookie}\r\nX-Forwarded-For: ${address}\r\nContent-Length: 50000000\r\n`
      socket.on('error', () => undefined).write(`POST /api/import HTTP/1.1\r\n${head}\r\nreference,text\n`)
      open.push(socket)
      sent += 1
    }
    for (const socket of open) socket.write(`John 3:16,${'x'.repeat(1_000)}\n`)
  }
  for (const socket of open) socket.destroy()
}

export const READERS_ADDRESS = '203.0.113.80'

/**
 * The attackers by name. Each has network addresses of its own, except `hogHere`, who has the address of the ten
 * readers.
 */
export const ATTACKERS: Readonly<Record<string, () => Promise<void>>> = {
  ...{ searcher, hoarder, guesser, staller, digger, author, wanderer, boaster, chunker, slow, exporter, importer },
  ...{ deaf, leaver, liner, painter, filler, dawdler },
  hogHere: hogAt(READERS_ADDRESS),
  hogElsewhere: hogAt('198.51.100.9'),
}
