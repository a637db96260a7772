import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLibrary } from '@pathlight/bible-library/library.ts'
import type { Chapter } from '@pathlight/contracts/bible.ts'
import type { HttpProblem } from '@pathlight/http/problem.ts'
import { serverAlone } from '@pathlight/http/server-alone.contract.ts'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { Resvg } from '@resvg/resvg-js'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { drawWords, SHAPES } from './draw-picture.ts'
import { openDrawing } from './draw-pictures.ts'
import { getPictures } from './get-pictures.ts'
import { openLetters } from './letters.ts'
import { openPictures } from './open-pictures.ts'

const LETTERS = join(import.meta.dirname, '../../../../apps/web/src/look/letters')
const PSALM = {
  look: 'light',
  shape: 'wide',
  text: '여호와는 나의 목자시니 & <내게> 부족함이 없으리로다',
  reference: '시편 23:1 · KRV',
  korean: true,
  product: '길빛',
} as const
/** The width and height of a PNG, from its first bytes. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

describe('a picture of a verse', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-letters-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const pictures = openPictures({ from: LETTERS, folder })
  const guest = '10.0.0.1'
  const letters = await openLetters(LETTERS, folder)

  it.each(['light', 'sepia', 'dark', 'dawn'] as const)('is as large as it is to be, in the look %s', async (look) => {
    for (const shape of ['wide', 'square'] as const) {
      const { png } = await pictures.draw({ ...PSALM, look, shape }, guest)
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect(sizeOf(png)).toEqual(SHAPES[shape])
      expect(png.length).toBeLessThan(600_000)
      // resvg decodes the PNG like a browser, checks its checksums, and draws it into one pixel.
      const shown = new Resvg(
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1" height="1"><image width="1" height="1" preserveAspectRatio="none" xlink:href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
      )
      expect(shown.render().pixels[3], 'it covers all').toBe(255)
    }
  })

  it('shows other words by other points, and a Korean word as well as an English one', async () => {
    const drawn = await Promise.all(
      ['Yahweh', 'Jehovah', '여호와', '하나님', ''].map(
        async (text) => (await pictures.draw({ ...PSALM, text }, guest)).tag,
      ),
    )
    expect(new Set(drawn).size).toBe(5)
  })

  it('has letters of its own for both languages, and takes no more files than it needs', () => {
    expect(letters.filesFor('Jesus wept')).toHaveLength(1)
    expect(letters.filesFor('예수께서 눈물을 흘리시더라 John').length).toBeGreaterThan(1)
    expect(letters.width('가')).toBeCloseTo(0.966)
    expect(letters.width('i')).toBeLessThan(letters.width('m'))
  })

  it('knows which letters it lacks, and lacks none of the texts that come with Pathlight', async () => {
    for (const text of ['umiłował świat', '神愛世人', '「여호와」', '\u05d0'])
      expect(letters.lacks(text), text).toBe(true)
    expect(letters.lacks('여호와는 나의\u00a0목자시니,\n “So loved” \u200d')).toBe(false)
    const file = join(folder, 'bibles.sqlite')
    await copyBuiltLibrary(file)
    const library = openLibrary(file)
    for (const { code } of library.installed())
      for (const { text } of library.verses(code, 1_001_001, 66_022_021))
        if (letters.lacks(text)) expect.fail(`${code}: ${text}`)
    library.close()
  })

  it('is refused where letters are lacking, and never leaves them out', async () => {
    const refused = { status: 404, code: 'picture_lacks_letters' }
    await expect(pictures.draw({ ...PSALM, text: 'Tak bowiem Bóg umiłował świat' }, guest)).rejects.toMatchObject(
      refused,
    )
    await expect(pictures.draw({ ...PSALM, reference: '約翰福音 3:16' }, guest)).rejects.toMatchObject(refused)
  })

  it.each([
    ['en', 'en'],
    ['ko-KR', 'ko'],
  ])('of a link’s preview (%s) is that of Pathlight itself where letters are lacking', async (language, own) => {
    const app = await serverAlone()
    onTestFinished(() => app.close())
    const verses = [{ verse: 16, text: '神愛世人' }]
    const chapter = { version: 'CUV', book: 'John', chapter: 3, language, verses } as unknown as Chapter
    const texts = { chapterOf: async () => ({ chapter }), isInLibrary: () => true }
    getPictures(app, { passage: '/passage.png', preview: '/preview.png' }, { texts, pictures })
    const ask = (shape: string) => app.inject(`/passage.png?version=CUV&book=John&chapter=3&shape=${shape}`)
    const { statusCode, headers } = await ask('wide')
    expect([statusCode, headers.location]).toEqual([302, `/preview.png?language=${own}`])
    const square = await ask('square')
    expect([square.statusCode, square.json().code]).toEqual([404, 'picture_lacks_letters'])
  })

  it('is drawn with the letters that there are now, not with those of an older program', async () => {
    const [from, to] = [mkdtempSync(join(tmpdir(), 'pathlight-woff2-')), join(folder, 'converted')]
    onTestFinished(() => rmSync(from, { recursive: true }))
    copyFileSync(join(LETTERS, 'korean-1.woff2'), join(from, 'latin.woff2'))
    expect((await openLetters(from, to)).lacks('a')).toBe(true)
    copyFileSync(join(LETTERS, 'latin.woff2'), join(from, 'latin.woff2'))
    expect((await openLetters(from, to)).lacks('a')).toBe(false)
    expect(readdirSync(to)).toEqual([expect.stringMatching(/^latin-.*\.ttf$/)])
  })

  it('takes what is written for text', () => {
    expect(drawWords({ ...PSALM, text: 'a\u0007<b>&"' }, letters)).toContain('a &lt;b&gt;&amp;&quot;')
  })

  it('is drawn once for all who ask, at the same time or later', async () => {
    const [one, other] = await Promise.all([pictures.draw(PSALM, guest), pictures.draw(PSALM, guest)])
    expect(one).toBe(other)
    expect(await pictures.draw({ ...PSALM }, guest)).toBe(one)
  })

  it('is refused where many wait, first to the one who asked for most', async () => {
    const ask = (name: string, text: string) =>
      pictures.draw({ ...PSALM, text }, name).then(
        () => 'drawn',
        ({ status, code, extra }: HttpProblem) => `${status} ${code} ${extra.headers?.['retry-after']}`,
      )
    const greedy = Array.from({ length: 40 }, (_, nth) => ask('10.0.0.3', `Much ${nth}`))
    const modest = ask('10.0.0.4', 'Little')
    const answers = await Promise.all(greedy)
    const drawn = answers.filter((answer) => answer === 'drawn').length
    expect(await modest).toBe('drawn')
    expect(drawn).toBeGreaterThan(10)
    expect(drawn).toBeLessThan(20)
    expect(new Set(answers)).toEqual(new Set(['drawn', '503 pictures_busy 3']))
  })

  it('that takes too long ends with what draws it, and the next one is drawn', async () => {
    const hasty = openPictures({ from: LETTERS, folder, drawnWithinMs: 1 })
    await expect(hasty.draw(PSALM, guest)).rejects.toMatchObject({ status: 503, code: 'picture_not_drawn' })
    expect((await pictures.draw({ ...PSALM, text: 'The next one' }, guest)).png.length).toBeGreaterThan(1_000)
  })

  it('is drawn by a process that ends when nothing is to be drawn, and another draws the next one', async () => {
    const ends: Promise<unknown>[] = []
    const onBegun = (begun: unknown) => void ends.push(once((begun as { process: ChildProcess }).process, 'exit'))
    subscribe('child_process', onBegun)
    onTestFinished(() => void unsubscribe('child_process', onBegun))
    const idle = openPictures({ from: LETTERS, folder, idleMs: 1 })
    for (const text of ['The first', 'The next']) {
      await idle.draw({ ...PSALM, text }, guest)
      await Promise.all(ends)
    }
    expect(ends).toHaveLength(2)
  })

  it('is refused from the cache where letters are lacking, without a process', async () => {
    const ends: Promise<unknown>[] = []
    const onBegun = (begun: unknown) => void ends.push(once((begun as { process: ChildProcess }).process, 'exit'))
    subscribe('child_process', onBegun)
    onTestFinished(() => void unsubscribe('child_process', onBegun))
    const idle = openPictures({ from: LETTERS, folder, idleMs: 1 })
    for (const _ of [1, 2]) {
      await expect(idle.draw({ ...PSALM, text: '神愛世人' }, guest)).rejects.toMatchObject({
        status: 404,
        code: 'picture_lacks_letters',
      })
      await Promise.all(ends)
    }
    expect(ends).toHaveLength(1)
  })

  it('is the same whichever process draws it', async () => {
    const picture = { ...PSALM, text: 'Anywhere' }
    const here = await openDrawing({ from: LETTERS, folder })(picture)
    expect(here?.equals((await pictures.draw(picture, guest)).png)).toBe(true)
  })
})
