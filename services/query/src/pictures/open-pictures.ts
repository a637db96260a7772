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
/** The size of the cache of pictures, in bytes. A picture takes 130 to 300 KB. */
const CACHE_BYTES = 32 * 1024 * 1024
/** The most pictures that wait. Drawing one takes a tenth of a second. */
const MOST_WAITING = 16
/**
 * The drawing process is killed when a picture takes longer than this, in milliseconds. The first picture includes the
 * start of the process and the conversion of the fonts.
 */
const DRAWN_WITHIN_MS = 20_000
/** The drawing process, with its 100 MB of memory, ends after this time without a picture, in milliseconds. */
const IDLE_MS = 30_000

export type DrawnPicture = { readonly png: Buffer; readonly tag: string }
export type Pictures = {
  /**
   * Answers a picture from the cache, or draws it. Each `asker` (a network address) gets an equal share of the drawing.
   * Throws 503 when too many pictures wait, or the drawing takes too long, and 404 LACKS_LETTERS when the fonts lack
   * letters of the words.
   */
  draw(picture: Picture, asker: string): Promise<DrawnPicture>
}

const later = (code: string, words: string, seconds: string) =>
  new HttpProblem(503, code, words, { headers: { 'retry-after': seconds } })
/** The error code for a picture whose words have letters that the fonts lack. */
export const LACKS_LETTERS = 'picture_lacks_letters'
const lacksLetters = () =>
  new HttpProblem(404, LACKS_LETTERS, 'There is no picture of this text: some of its letters cannot be drawn.')
const tooMany = () => later('pictures_busy', 'Too many pictures are being drawn. Please try again in a moment.', '3')

/**
 * Draws pictures of texts, one at a time. The pictures are cached, and so is the fact that the fonts lack letters of a
 * text. The drawing runs in a child process, because the renderer is native code that can neither be interrupted nor
 * bounded in memory.
 *
 * @param from the folder of the web app's fonts (woff2)
 * @param folder for the converted fonts
 */
export const openPictures = (options: {
  readonly from: string
  readonly folder: string
  readonly drawnWithinMs?: number
  readonly idleMs?: number
}): Pictures => {
  const { from, folder, drawnWithinMs = DRAWN_WITHIN_MS, idleMs = IDLE_MS } = options
  const cache = new LRUCache<string, DrawnPicture | { readonly png: null }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ png }) => (png?.length ?? 0) + 500,
  })
  const door = openDoor({ places: 1, mostWaiting: MOST_WAITING, full: tooMany })
  const underWay = new Map<string, Promise<DrawnPicture>>()
  let running: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  const begin = (): ChildProcess => {
    // `node --watch` sets this variable. With it the child would send messages about its imports on the channel of its
    // answers.
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
  /**
   * The child's answer; null: the answer was late, or the child ended. The timer is not unref'd, so this process stays
   * alive for the answer.
   */
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
  /** Draws in the child process; null: the fonts lack letters of the words. */
  const drawIn = async (picture: Picture): Promise<Buffer | null> => {
    clearTimeout(idle)
    // `connected` is false at once when the child has ended, even before the 'exit' event.
    const child = running?.connected ? running : begin()
    running = child
    const answer = await answerOf(child, picture)
    if (answer === null) {
      end(child)
      throw later('picture_not_drawn', 'This picture took too long to draw.', '60')
    }
    idle = setTimeout(() => end(child), idleMs).unref()
    if ('failed' in answer) throw new Error(answer.failed)
    return answer.png && Buffer.from(answer.png)
  }
  const make = async (key: string, picture: Picture): Promise<DrawnPicture> => {
    const png = await drawIn(picture)
    if (png === null) {
      cache.set(key, { png })
      throw lacksLetters()
    }
    const drawing = { png, tag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 27)}"` }
    cache.set(key, drawing)
    return drawing
  }
  return {
    draw: (picture, asker) => {
      const key = createHash('sha256').update(JSON.stringify(picture)).digest('base64url')
      const cached = cache.get(key)
      if (cached) return cached.png === null ? Promise.reject(lacksLetters()) : Promise.resolve(cached)
      // Simultaneous requests for the same picture share one drawing.
      const making =
        underWay.get(key) ?? door.admit(asker, () => make(key, picture)).finally(() => underWay.delete(key))
      underWay.set(key, making)
      return making
    },
  }
}
