import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '@pathlight/testing/app-process.ts'
import { endAll } from '@pathlight/testing/at-the-end.ts'
import { percentile } from './bench/figures.ts'

// Four attackers do the worst that they are allowed, each from an address of their own (who hoards, as three people there), while
// another person reads chapters and writes notes. Prints what that person waits for, quiet and under attack, and fails when it is
// more than three times as long.
// `npm run fair 120`: two minutes of attack; 30 seconds otherwise.

const MOST_TIMES = 3
/** Below this nobody notices, whatever the ratio: a quiet chapter takes three milliseconds. */
const UNNOTICED_MS = 10
const QUIET_S = Number(process.env.QUIET_S ?? 15)
const [first = '60', attacked = ''] = process.argv.slice(2)
const ATTACK_S = Number(first)
const PASSWORD = 'Lamp4myfeet!'
/** As people have it, not as tests do. */
const LIMITS = { WRITES_A_MINUTE: '', WRITTEN_MB_A_DAY: '' }

/** The attackers have a process of their own: what they do with answers is none of the person's waiting. */
const app =
  attacked === '' ? await startApp({ environment: { ...LIMITS, TRUST_PROXY: 'true', LOG_LEVEL: 'error' } }) : null
const address = app?.address ?? attacked

/** What they do with answers costs them next to nothing: on a small machine it would be the app's time. */
type Answer = { readonly status: number; readonly headers: Headers; readonly bytes: ArrayBuffer }
type Person = { readonly call: (method: string, path: string, body?: unknown) => Promise<Answer> }
const from = (from: string, cookie = ''): Person => ({
  call: async (method, path, body) => {
    const headers = {
      cookie,
      'x-forwarded-for': from,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const signal = AbortSignal.timeout(15_000)
    const response = await fetch(address + path, { method, headers, ...sent, signal })
    return { status: response.status, headers: response.headers, bytes: await response.arrayBuffer() }
  },
})
const signUp = async (own: string): Promise<Person & { readonly cookie: string }> => {
  const username = `p${randomUUID().slice(0, 12)}`
  const body = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
  const answer = await from(own).call('POST', '/api/auth/signup', body)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { ...from(own, cookie), cookie }
}
const note = (text: string, verse = 16) => ({ id: randomUUID(), verse_id: 43_003_000 + verse, text, version: 'KJV' })

/** What the person waits for: a chapter, and a note that is written, one after the other, several times a second. */
const visit = async (person: Person, seconds: number) => {
  const chapters: number[] = []
  const notes: number[] = []
  const timed = async (into: number[], work: () => Promise<Answer>, status: number) => {
    const began = performance.now()
    const answer = await work()
    if (answer.status !== status)
      throw new Error(`An honest request was answered ${answer.status}: ${new TextDecoder().decode(answer.bytes)}`)
    into.push(performance.now() - began)
    await sleep(100)
  }
  for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
    const chapter = 1 + (chapters.length % 20)
    await timed(chapters, () => person.call('GET', `/api/bible/chapter?version=KJV&book=John&chapter=${chapter}`), 200)
    await timed(notes, () => person.call('POST', '/api/note/', note('Born again.')), 201)
  }
  return { chapter: percentile(chapters, 95), write: percentile(notes, 95) }
}

let attacking = true
let sent = 0
let refused = 0
const answered = (status: number) => {
  sent += 1
  if (status === 429 || status === 413 || status === 503) refused += 1
  return status
}
/** So many at once, each as fast as it is answered; who is refused comes back a little later. */
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
  await Promise.all(Array.from({ length: atOnce }, one))
}

/** Asks for what takes longest to find. */
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
/** As many words of a verse as may be highlighted, one after the other, on one verse after the other, of a text that is not here. */
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
/** As long as it may be, and of as many parts as fit into that. */
const PARAGRAPH = { type: 'paragraph', content: [{ type: 'text', text: '길' }] }
const SERMON = { type: 'doc', content: Array(2_900).fill(PARAGRAPH) }
const ON_JOHN_3 = { book: 'John', startChapter: 3, startVerseId: 43_003_001, endChapter: 3, endVerseId: 43_003_036 }
const sermon = () => ({ id: randomUUID(), ...ON_JOHN_3, version: 'KJV', title: '길', speaker: '길', content: SERMON })

/** What is hoarded: how the nth is written, and what is asked for meanwhile. */
const KINDS = {
  notes: {
    write: (n: number) => ['/api/note/', note('길'.repeat(50_000), 1 + (n % 36))] as const,
    read: ['/api/note/user?limit=500', '/api/note/user?query=길', '/api/overlay?book=John&chapter=3'],
  },
  highlights: {
    write: (n: number) => ['/api/highlight/add', highlight(n)] as const,
    read: [
      '/api/highlight/user?limit=500',
      '/api/highlight/user?query=길',
      '/api/highlight/chapter?book=John&chapter=3',
    ],
  },
  sermons: {
    write: () => ['/api/sermon/', sermon()] as const,
    read: ['/api/sermon/user?limit=500', '/api/sermon/user?query=길', '/api/sermon/user/chapter?book=John&chapter=3'],
  },
} satisfies Record<string, { write: (n: number) => readonly [path: string, body: object]; readonly read: string[] }>

/** Three people at one address, each of whom writes as much of one kind as there may be, and asks for all of it, again and again. */
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
/** Guesses at passwords, of one and of many, and asks for mails. */
const guesser = async () => {
  const guest = from('198.51.100.3')
  await hammer(16, (n) => {
    const email = n % 2 ? 'owner@example.org' : `x${n}@example.org`
    if (n % 5 === 0) return guest.call('POST', '/api/auth/forgot-password', { email })
    return guest.call('POST', '/api/auth/login', { email, password: `Wrong${n}!` })
  })
}
/** Opens connections, asks for much on them, and reads nothing; or sends a body that never ends. */
const staller = async () => {
  const person = await signUp('198.51.100.4')
  for (let n = 0; n < 20; n++) await person.call('POST', '/api/note/', note('x'.repeat(50_000)))
  const { hostname, port } = new URL(address)
  const head = `Host: x\r\nCookie: ${person.cookie}\r\nX-Forwarded-For: 198.51.100.4\r\n`
  const open: Socket[] = []
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

const attack = async () => {
  setTimeout(() => {
    attacking = false
  }, ATTACK_S * 1000)
  const all = { searcher, hoarder, guesser, staller }
  const chosen = Object.entries(all).filter(
    ([name]) => process.env.ATTACKER === undefined || process.env.ATTACKER === name,
  )
  await Promise.all(chosen.map(([, attacker]) => attacker()))
  console.log(`${sent} requests of the attackers, ${refused} of them refused.\n`)
}

const compare = async () => {
  const person = await signUp('203.0.113.7')
  await visit(person, 3)
  console.log(`A person reads and writes, alone, for ${QUIET_S} seconds ...`)
  const quiet = await visit(person, QUIET_S)
  console.log(`... and for ${ATTACK_S} seconds beside four who attack.`)
  const attackers = fork(import.meta.filename, [first, address])
  const over = once(attackers, 'exit')
  await sleep(1_000)
  const beside = await visit(person, ATTACK_S - 2)
  await over
  for (const [what, name] of [
    ['chapter', 'a chapter, p95'],
    ['write', 'a note is written, p95'],
  ] as const) {
    const times = beside[what] / quiet[what]
    const failed = times > MOST_TIMES && beside[what] > UNNOTICED_MS
    if (failed) process.exitCode = 1
    const figures = `${quiet[what].toFixed(1)} ms → ${beside[what].toFixed(1)} ms, ${times.toFixed(1)} times`
    console.log(`${failed ? '✗' : '✓'} ${name.padEnd(24)} ${figures} (at most ${MOST_TIMES})`)
  }
}

try {
  await (app === null ? attack() : compare())
} finally {
  await app?.stop()
  await endAll()
}
