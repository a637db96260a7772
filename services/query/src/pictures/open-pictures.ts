import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { openDoor } from '@pathlight/stores/door.ts'
import { LRUCache } from 'lru-cache'
import type { Picture } from './draw-picture.ts'
import type { Drawn } from './drawing-process.ts'

const PROGRAM = join(import.meta.dirname, 'drawing-process.ts')
/** Pictures are kept up to so many bytes; one takes 130 to 300 KB. */
const CACHE_BYTES = 32 * 1024 * 1024
/** Pictures that wait for the one that is drawn, which takes a tenth of a second. */
const MOST_WAITING = 16
/** A picture that takes longer ends with its process, in milliseconds; the first one begins it and unpacks the letters. */
const DRAWN_WITHIN_MS = 20_000
/** The process, and the 100 MB that it takes, are given back when nothing was drawn for so long, in milliseconds. */
const IDLE_MS = 30_000

export type DrawnPicture = { readonly png: Buffer; readonly tag: string }
export type Pictures = {
  /** Draws a picture, or finds it. `asker`: who shares the drawing with others. 503 where too many wait, or where it took too long. */
  draw(picture: Picture, asker: string): Promise<DrawnPicture>
}

const later = (code: string, words: string, seconds: string) =>
  new HttpProblem(503, code, words, { headers: { 'retry-after': seconds } })
const tooMany = () => later('pictures_busy', 'Too many pictures are being drawn. Please try again in a moment.', '3')

/**
 * Draws pictures of texts, one at a time and in turns between those who ask, and keeps them. They are drawn in a process of their own: what
 * draws is native code that takes as long and as much memory as it takes.
 *
 * @param from where the web app's letters are (woff2)
 * @param folder where what they are drawn from is kept
 */
export const openPictures = (options: {
  readonly from: string
  readonly folder: string
  readonly drawnWithinMs?: number
}): Pictures => {
  const { from, folder, drawnWithinMs = DRAWN_WITHIN_MS } = options
  const kept = new LRUCache<string, DrawnPicture>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ png }) => png.length + 500,
  })
  const door = openDoor({ places: 1, mostWaiting: MOST_WAITING, full: tooMany })
  const underWay = new Map<string, Promise<DrawnPicture>>()
  let running: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  const begin = (): ChildProcess => {
    // `node --watch` has its processes say on this very channel what they import: this one is not its.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env
    const child = fork(PROGRAM, [from, folder], { env, execArgv: [], serialization: 'advanced' })
    child.on('error', () => undefined)
    child.unref()
    child.channel?.unref()
    return child
  }
  const end = (child: ChildProcess) => {
    running = null
    child.kill('SIGKILL')
  }
  /** What the process answers; null where it did not in time, or ended. Its timer keeps this process waiting for it. */
  const answerOf = async (child: ChildProcess, picture: Picture): Promise<Drawn | null> => {
    const over = new AbortController()
    const { signal } = over
    const late = setTimeout(() => over.abort(), drawnWithinMs)
    try {
      const ended = once(child, 'exit', { signal }).then(() => null)
      const answered = once(child, 'message', { signal }).then(([answer]) => answer as Drawn)
      child.send(picture)
      return await Promise.race([answered, ended])
    } catch {
      return null
    } finally {
      clearTimeout(late)
      over.abort()
    }
  }
  const drawn = async (picture: Picture): Promise<Buffer> => {
    clearTimeout(idle)
    // Whether it lives is asked, not remembered: its end may not have been told yet.
    const child = running?.connected ? running : begin()
    running = child
    const answer = await answerOf(child, picture)
    if (answer === null) {
      end(child)
      throw later('picture_not_drawn', 'This picture took too long to draw.', '60')
    }
    idle = setTimeout(() => end(child), IDLE_MS).unref()
    if ('failed' in answer) throw new Error(answer.failed)
    return Buffer.from(answer.png)
  }
  const make = async (key: string, picture: Picture): Promise<DrawnPicture> => {
    const png = await drawn(picture)
    const made = { png, tag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 27)}"` }
    kept.set(key, made)
    return made
  }
  return {
    draw: (picture, asker) => {
      const key = createHash('sha256').update(JSON.stringify(picture)).digest('base64url')
      const known = kept.get(key)
      if (known) return Promise.resolve(known)
      // The same one asked for twice at once is drawn once.
      const making =
        underWay.get(key) ?? door.admit(asker, () => make(key, picture)).finally(() => underWay.delete(key))
      underWay.set(key, making)
      return making
    },
  }
}
