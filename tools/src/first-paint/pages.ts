import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { BOOKS } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import type { App } from '@pathlight/testing/app-process.ts'
import { median, percentile } from '../bench/figures.ts'

const AT_ONCE = 4
/**
 * The server's memory after EARLY pages is compared with its memory after LATE pages. After EARLY pages, the server's
 * page cache (64 MB, 11.6 kB a page) is full.
 */
const EARLY = 8_000
const LATE = 16_000
/**
 * How often one address is requested again. The number is large, because processor time is counted in hundredths of a
 * second.
 */
const AGAIN = 10_000

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

/** Requests a page as a browser does. Resolves with the milliseconds until the whole page has arrived. */
const ask = (address: string, path: string, language: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const headers = { accept: 'text/html,*/*', 'accept-language': language, 'accept-encoding': 'br' }
    get(`${address}${path}`, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - began))
    }).on('error', reject)
  })

/** Requests all pages, AT_ONCE at a time. Returns the milliseconds of each request. */
const askAll = async (address: string, pages: readonly (readonly [path: string, language: string])[]) => {
  const times: number[] = []
  let next = 0
  const work = async () => {
    for (let page = pages[next++]; page; page = pages[next++]) times.push(await ask(address, ...page))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return times
}

/** The processor time that a process has used, in seconds (Linux). */
const processorSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The addresses of every chapter of these versions, in both languages. */
const everyPage = (versions: readonly string[]): [string, string][] =>
  versions.flatMap((version) =>
    ['en', 'ko'].flatMap((language) =>
      BOOKS.flatMap((book) =>
        Array.from({ length: chapterCount(book) }, (_, index): [string, string] => [
          `/bible/${version}/${encodeURIComponent(book.name.en)}/${index + 1}`,
          language,
        ]),
      ),
    ),
  )

/** Prints the server's figures. Returns false if a limit is missed. */
export const measurePages = async ({ address, launch }: App, versions: readonly string[]): Promise<boolean> => {
  const pid = launch.child.pid ?? 0
  const pages = everyPage(versions)
  // These requests warm the server up.
  await askAll(address, pages.slice(0, 300))

  const fresh = pages.slice(300, 2_400)
  const before = processorSeconds(pid)
  const times = await askAll(address, fresh)
  const perCore = fresh.length / (processorSeconds(pid) - before)

  const many = (path: string) => Array.from({ length: AGAIN }, () => [path, 'en'] as const)
  const used = async (path: string): Promise<number> => {
    const began = processorSeconds(pid)
    await askAll(address, many(path))
    return processorSeconds(pid) - began
  }
  const ratios: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const again = await used('/bible/KJV/John/3')
    ratios.push((await used('/api/health')) / again)
  }

  let asked = 2_400
  const askUntil = async (count: number) => {
    while (asked < count) {
      const from = asked % pages.length
      const some = pages.slice(from, from + Math.min(500, count - asked))
      await askAll(address, some)
      asked += some.length
    }
    return residentMb(pid)
  }
  const early = await askUntil(EARLY)
  const late = await askUntil(LATE)

  const figures: [name: string, value: number, unit: string, met: boolean, asked: string][] = [
    ['chapters rendered, p50', median(times), 'ms', median(times) <= 8, '≤ 8'],
    ['chapters rendered, p99', percentile(times, 99), 'ms', true, ''],
    ['chapters rendered, on one core', perCore, '/s', perCore >= 400, '≥ 400'],
    ['asked again ÷ empty route', median(ratios), 'ratio', median(ratios) >= 0.5, '≥ 0.5'],
    [`memory after ${EARLY} pages`, early, 'MB', true, ''],
    [`memory after ${LATE} pages ÷ that`, late / early, 'ratio', late / early <= 1.1, '≤ 1.1'],
  ]
  console.log('\nThe server')
  for (const [name, value, unit, met, wanted] of figures)
    console.log(
      `${met ? '✓' : '✗'} ${name.padEnd(36)} ${value.toFixed(value < 10 ? 2 : 0).padStart(6)} ${unit} ${wanted}`,
    )
  return figures.every(([, , , met]) => met)
}
