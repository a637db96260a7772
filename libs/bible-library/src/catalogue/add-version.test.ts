import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLock } from '@pathlight/stores/exclusive-lock.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAbout, writeAbout } from '../about-version.ts'
import { importBible } from '../importers/import-bible.ts'
import { type Library, openLibrary } from '../library.ts'
import { openForWriting } from '../schema.ts'
import { openWords } from '../words/open-words.ts'
import { type AddedVersion, addVersion } from './add-version.ts'
import { openCatalogue } from './open-catalogue.ts'
import { type Behaviour, serveCatalogue, titusOf, translationOf } from './test-catalogue.contract.ts'

/** Options without retries. */
const HASTY = {
  patience: {
    answerMs: 60_000,
    silentMs: 60_000,
    stallMs: 60_000,
    totalMs: 120_000,
    again: { retries: 0, minTimeout: 0, factor: 1, maxTimeout: 0 },
  },
}

let folder = ''
let file = ''
let library: Library
const closing: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
  file = join(folder, 'bibles.sqlite')
  openForWriting(file).close()
  library = openLibrary(file)
})
afterEach(async () => {
  library.close()
  for (const close of closing.splice(0)) await close()
  rmSync(folder, { recursive: true })
})

const serve = async (documents: Readonly<Record<string, unknown>>, behaviour?: Behaviour) => {
  const served = await serveCatalogue(documents, behaviour)
  closing.push(served.close)
  return served
}
const treeOf = (...texts: { id: string; words: string; more?: object }[]): Record<string, unknown> => ({
  '/api/available_translations.json': {
    translations: texts.map(({ id, more }) => translationOf(id, { ...more })),
  },
  ...Object.fromEntries(
    texts.map(({ id, words, more }) => [
      `/api/${id}/complete.json`,
      { translation: translationOf(id, { ...more }), books: [titusOf(words)] },
    ]),
  ),
})
/** The files in the folder of downloads, without the empty lock files. */
const leftOfDownloads = () =>
  existsSync(join(folder, 'downloads'))
    ? readdirSync(join(folder, 'downloads')).filter((name) => !name.endsWith('.lock.sqlite'))
    : []
const add = (address: string, wanted: string, more: Partial<Parameters<typeof addVersion>[0]> = {}) =>
  addVersion({ library: file, catalogue: openCatalogue(address, HASTY), wanted, ...more })

/** The versions in the library, with their numbers of verses. */
const held = () =>
  JSON.stringify(library.installed().map((version) => [version, library.verses(version.code, 0, 67_000_000).length]))

describe('a text of the catalogue', () => {
  it('comes with its titles, notes and licence, verified and searchable, and says where it is from', async () => {
    const { address } = await serve(treeOf({ id: 'ONE', words: 'Paul, a servant of God.' }))
    const steps = new Set<string>()
    const added = await add(address, 'one', { onProgress: ({ step }) => steps.add(step) })
    expect(added).toMatchObject({
      status: 'added',
      imported: { code: 'ONE', verses: 46, licence: 'https://example.org/licence' },
    })
    expect([...steps]).toEqual(['download', 'read', 'index'])
    expect(library.chapter('ONE', 56, 1)[0]).toMatchObject({
      text: 'Paul, a servant of God.',
      headings: [{ kind: 'section', text: 'Chapter 1' }],
      breaks: [{ at: 0, kind: 'paragraph' }],
      notes: [{ at: 23, text: 'A note.' }],
    })
    expect(library.version('ONE')).toMatchObject({ name: 'The ONE', language: 'en', source: 'imported' })
    expect(readAbout(library.db, 'ONE')?.source).toMatchObject({
      kind: 'catalogue',
      id: 'ONE',
      website: 'https://example.org/',
    })
    expect(leftOfDownloads()).toEqual([])
  })

  it('comes with its words of the original where it only names their files, one of which is missing', async () => {
    const wordsAt = (chapter: number) => `/api/ONE/TIT/${chapter}.words.json`
    const titus = titusOf('Paul, a servant of God.')
    const chapters = titus.chapters.map((one, at) => ({ ...one, thisChapterWordsLink: wordsAt(at + 1) }))
    const servant = { contentIndex: 0, start: 8, end: 15, strongs: ['G1401'], lemma: 'δοῦλος' }
    const words = { translationId: 'ONE', bookId: 'TIT', chapterNumber: 1 }
    const { address, asked } = await serve({
      ...treeOf({ id: 'ONE', words: '' }),
      '/api/ONE/complete.json': { translation: translationOf('ONE'), books: [{ ...titus, chapters }] },
      [wordsAt(1)]: { ...words, verses: { 1: [servant], 2: [{ ...servant, end: 90 }] } },
      [wordsAt(2)]: 'null',
    })
    const { imported } = (await add(address, 'ONE')) as Extract<AddedVersion, { status: 'added' }>
    expect(asked.filter((path) => path.includes('words'))).toHaveLength(3)
    const { ofChapter } = openWords(library)
    expect([...(ofChapter('ONE', 56, 1)?.verses ?? [])]).toEqual([
      [1, [{ start: 8, end: 15, strongs: ['G1401'], lemma: 'δοῦλος' }]],
    ])
    expect(imported.odd).toContainEqual(
      expect.objectContaining({ kind: 'words_do_not_fit', params: { verse: 56_001_002 } }),
    )
    expect(library.chapter('ONE', 56, 3)).toHaveLength(15)
    expect(leftOfDownloads()).toEqual([])
  })

  it('gets by an update the words that did not come, and those that an older program did not read', async () => {
    const titus = titusOf('Paul, a servant of God.')
    const link = '/api/ONE/TIT/1.words.json'
    const elsewhere = ['http://127.0.0.1:9/2.words.json', 'http://[']
    const chapters = titus.chapters.map((one, at) => ({
      ...one,
      thisChapterWordsLink: at === 0 ? link : elsewhere[at - 1],
    }))
    const verses = { 1: [{ contentIndex: 0, start: 8, end: 15, strongs: ['G1401'] }] }
    let away = true
    const { address, asked } = await serve(
      {
        ...treeOf({ id: 'ONE', words: '', more: { sha256: 'a' } }),
        '/api/ONE/complete.json': { translation: translationOf('ONE'), books: [{ ...titus, chapters }] },
        [link]: { translationId: 'ONE', bookId: 'TIT', chapterNumber: 1, verses },
      },
      (request, response) => away && request.url === link && response.writeHead(503).end() === response,
    )
    const words = () => [...(openWords(library).ofChapter('ONE', 56, 1)?.verses.keys() ?? [])]
    const update = async () => (await add(address, 'ONE', { onlyIfNew: true })).status
    expect(await add(address, 'ONE')).toMatchObject({ status: 'added', isWhole: false })
    expect(words()).toEqual([])
    // The words still do not come. The update fails and keeps the installed text, which could have words of its own.
    await expect(update()).rejects.toMatchObject({ passing: true })
    away = false
    expect([await update(), words()]).toEqual(['added', [1]])
    expect(await update()).toBe('same')

    // An older program left the version with the digest of the same text, and without `reading`. An update that cannot
    // fetch the words keeps the installed ones.
    const db = openForWriting(file)
    const about = readAbout(db, 'ONE')
    if (about?.source.kind !== 'catalogue') throw new Error('It is not of the catalogue')
    const { reading: _, ...source } = about.source
    writeAbout(db, 'ONE', { ...about, source })
    away = true
    await expect(update()).rejects.toMatchObject({ passing: true, happened: expect.stringContaining('did not come') })
    expect(words()).toEqual([1])
    away = false
    // A still older program left the version without words.
    db.exec("DELETE FROM words; DELETE FROM dataset WHERE name LIKE 'words%'")
    db.close()
    expect(words()).toEqual([])
    expect([await update(), words()]).toEqual(['added', [1]])
    asked.splice(0)
    expect(await update()).toBe('same')
    expect(asked).toEqual(['/api/available_translations.json'])
  })

  it('is found by the code that people ask for, and has the name that they know', async () => {
    const korean = { language: 'kor', name: '한국어 성경', englishName: 'Korean Bible', shortName: 'OLD' }
    const { address } = await serve(treeOf({ id: 'kor_old', words: '바울은 하나님의 종이요 .', more: korean }))
    expect(await add(address, 'krv')).toMatchObject({ imported: { code: 'KRV', oddTotal: 1 } })
    expect(library.version('KRV')).toMatchObject({ localName: '개역한글', language: 'ko' })
    expect(library.chapter('KRV', 56, 1)[0]?.text).toBe('바울은 하나님의 종이요.')
    await add(address, 'kor_old', { code: 'K2' })
    expect(library.version('K2')).toMatchObject({ localName: '한국어 성경' })
  })

  it('is brought anew only where the catalogue has another', async () => {
    const first = await serve(treeOf({ id: 'ONE', words: 'One.', more: { sha256: 'a' } }))
    expect(await add(first.address, 'ONE')).toMatchObject({ status: 'added' })
    first.asked.splice(0)
    expect(await add(first.address, 'ONE', { onlyIfNew: true })).toEqual({
      status: 'same',
      entry: expect.anything(),
      code: 'ONE',
    })
    expect(first.asked).toEqual(['/api/available_translations.json'])
    const second = await serve(treeOf({ id: 'ONE', words: 'Two.', more: { sha256: 'b' } }))
    expect(await add(second.address, 'ONE', { onlyIfNew: true })).toMatchObject({
      status: 'added',
      imported: { replaced: true },
    })
    expect(library.chapter('ONE', 56, 1)[0]?.text).toBe('Two.')
    // Without a digest in the catalogue's list, the text itself is downloaded and compared.
    const third = await serve(treeOf({ id: 'ONE', words: 'Two.' }))
    expect(await add(third.address, 'ONE', { onlyIfNew: true })).toMatchObject({ status: 'added' })
    expect(await add(third.address, 'ONE', { onlyIfNew: true })).toMatchObject({ status: 'same' })
  })

  it('does not take the place of another text with the same short name', async () => {
    const texts = ['ONE', 'TWO'].map((id) => ({ id, words: `${id}.`, more: { shortName: 'NT' } }))
    const { address } = await serve(treeOf(...texts))
    expect(await add(address, 'ONE')).toMatchObject({ imported: { code: 'NT' } })
    await expect(add(address, 'TWO')).rejects.toThrow(/NT is already another text.*add TWO --version NT2/)
    expect(library.chapter('NT', 56, 1)[0]?.text).toBe('ONE.')
    expect(await add(address, 'ONE')).toMatchObject({ imported: { replaced: true } })
    expect(await add(address, 'TWO', { code: 'NT' })).toMatchObject({ imported: { replaced: true } })
  })

  it('does not take the place of a text that was imported from a file, unless its code is named', async () => {
    const { address } = await serve(treeOf({ id: 'kor_old', words: '바울은 하나님의 종이요.' }))
    const path = join(folder, 'mine.txt')
    writeFileSync(path, '\\id TIT\n\\c 1\n\\p\n\\v 1 하나님의 종 나 바울은\n')
    await importBible({ library: file, path, code: 'KRV', language: 'ko', partial: true })
    const mine = held()
    await expect(add(address, 'KRV')).rejects.toThrow(
      /KRV is a text that you imported\. .*add kor_old --version KRV2 .*in place of yours: .*add kor_old --version KRV$/,
    )
    // An older program did not say where a text came from.
    const db = openForWriting(file)
    db.exec("UPDATE version SET about = '{}' WHERE code = 'KRV'")
    db.close()
    await expect(add(address, 'KRV')).rejects.toThrow(/KRV is a text that you imported/)
    expect(held()).toBe(mine)
    expect(await add(address, 'KRV', { code: 'KRV' })).toMatchObject({ imported: { replaced: true } })
  })

  it('does not take the place of what comes with Pathlight', async () => {
    const { address } = await serve(treeOf({ id: 'KJV', words: 'One.' }))
    await expect(add(address, 'KJV')).rejects.toThrow(/KJV comes with Pathlight.*--version KJV2/)
    expect(await add(address, 'KJV', { code: 'KJV2' })).toMatchObject({ imported: { code: 'KJV2' } })
  })
})

describe('a download', () => {
  const tree = treeOf({ id: 'ONE', words: 'A long text. '.repeat(500) })
  const length = Buffer.byteLength(JSON.stringify(tree['/api/ONE/complete.json']))
  /** Waits until this number of bytes of the text is on disk. */
  const untilKept = (bytes: number) =>
    eventually(() => expect(statSync(join(folder, 'downloads', 'ONE.complete.json.part')).size).toBe(bytes))

  it('that breaks off goes on where it ended, the next time', async () => {
    let breaks = true
    const { address, asked } = await serve(tree, (request, response) => {
      if (!breaks || !request.url?.endsWith('complete.json')) return false
      const body = Buffer.from(JSON.stringify(tree['/api/ONE/complete.json']))
      const etag = `"${body.length}-${body.subarray(0, 8).toString('hex')}"`
      response.writeHead(200, { 'content-length': body.length, etag })
      response.write(body.subarray(0, 200_000))
      void untilKept(200_000).then(() => response.destroy())
      return true
    })
    await expect(add(address, 'ONE')).rejects.toThrow(/broke off after 0\.2 of [\d.]+ MB.*Run the same command again/)
    expect(held()).toBe('[]')
    breaks = false
    const seen: number[] = []
    await add(address, 'ONE', { onProgress: ({ step, done }) => step === 'download' && seen.push(done) })
    expect(asked.at(-1)).toBe('/api/ONE/complete.json bytes=200000-')
    expect(Math.min(...seen)).toBeGreaterThan(200_000)
    expect(seen.at(-1)).toBe(length)
    expect(library.version('ONE')?.verses).toBe(46)
  })

  it('begins anew where the server has another file by then', async () => {
    let part = true
    const { address, asked } = await serve(tree, (request, response) => {
      if (!part || !request.url?.endsWith('complete.json')) return false
      response.writeHead(200, { 'content-length': 1000, etag: '"another"' })
      response.write('x'.repeat(500))
      void untilKept(500).then(() => response.destroy())
      return true
    })
    await expect(add(address, 'ONE')).rejects.toThrow(/broke off/)
    part = false
    expect(await add(address, 'ONE')).toMatchObject({ status: 'added' })
    expect(asked.at(-1)).toBe('/api/ONE/complete.json bytes=500-')
  })

  it('is one process’ alone until it ends, however it ends, also where another process has its number then', async () => {
    const { address } = await serve(tree)
    mkdirSync(join(folder, 'downloads'))
    const lock = join(folder, 'downloads', 'ONE.complete.json.lock.sqlite')
    const module = new URL(import.meta.resolve('@pathlight/stores/exclusive-lock.ts')).href
    const script = `const { takeLock } = await import(${JSON.stringify(module)}); takeLock(process.argv[1]); process.send('has it'); setInterval(() => {}, 1000)`
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, lock], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    await once(other, 'message')
    // An older program wrote the id of its process into a lock file.
    writeFileSync(join(folder, 'downloads', 'ONE.complete.json.lock'), String(process.ppid))
    const parts = ['ONE.complete.json.part', 'ONE.complete.json.part.json']
    for (const name of parts) writeFileSync(join(folder, 'downloads', name), '{}')
    await expect(add(address, 'ONE')).rejects.toThrow('Another process is downloading it already.')
    expect(leftOfDownloads()).toEqual(expect.arrayContaining(parts))
    other.kill('SIGKILL')
    await once(other, 'exit')
    expect(await add(address, 'ONE')).toMatchObject({ status: 'added' })
    expect(leftOfDownloads()).toEqual([])
  })

  it('is one process’ alone also while it is read, because the file is dropped after it', async () => {
    const { address } = await serve(tree)
    const locks: unknown[] = []
    await add(address, 'ONE', {
      onProgress: ({ step }) =>
        step === 'index' && locks.push(takeLock(join(folder, 'downloads', 'ONE.complete.json.lock.sqlite'))),
    })
    expect(new Set(locks)).toEqual(new Set([null]))
  })

  it('tries again by itself what failed in passing', async () => {
    let failures = 2
    const said: string[] = []
    const { address } = await serve(tree, (request, response) => {
      if (!request.url?.endsWith('complete.json') || failures-- <= 0) return false
      response.writeHead(503).end()
      return true
    })
    const catalogue = openCatalogue(address, {
      patience: { ...HASTY.patience, again: { retries: 3, minTimeout: 10, factor: 1, maxTimeout: 10 } },
      onRetry: (sentence) => said.push(sentence),
    })
    expect(await addVersion({ library: file, catalogue, wanted: 'ONE' })).toMatchObject({ status: 'added' })
    // The second failure has the same message, which is not repeated.
    expect(said).toEqual([`${address}/api/ONE/complete.json answered 503. Trying again in 0 s ...`])
  })

  it('says that it tries again where the catalogue hangs, and gives up soon where nothing ever answered', async () => {
    const hangs: Behaviour = (request) => request.url?.startsWith('/api/') === true
    const patience = {
      answerMs: 1_000,
      silentMs: 60_000,
      stallMs: 1_000,
      totalMs: 60_000,
      again: { retries: 2, minTimeout: 50, factor: 12_000, maxTimeout: 600_000 },
    }
    const { address, asked } = await serve(tree, hangs)
    const said: string[] = []
    const catalogue = openCatalogue(address, { patience, onRetry: (sentence) => said.push(sentence) })
    await expect(addVersion({ library: file, catalogue, wanted: 'ONE' })).rejects.toThrow(
      `${address} cannot be reached (no answer within 1 s). Is this machine online, and the address right?`,
    )
    expect(asked).toHaveLength(2)
    expect(said).toEqual([`${address} cannot be reached (no answer within 1 s). Trying again in 0.1 s ...`])
  })

  it('that hangs where the catalogue answered before is tried as often as any', async () => {
    const patience = {
      answerMs: 1_000,
      silentMs: 500,
      stallMs: 1_000,
      totalMs: 60_000,
      again: { retries: 3, minTimeout: 10, factor: 1, maxTimeout: 10 },
    }
    const { address, asked } = await serve(tree, (request) => request.url?.endsWith('complete.json') === true)
    const catalogue = openCatalogue(address, { patience })
    await expect(addVersion({ library: file, catalogue, wanted: 'ONE' })).rejects.toThrow(/no answer within 1 s/)
    expect(asked).toHaveLength(1 + 4)
  })

  it('can be given up', async () => {
    const { address } = await serve(tree, (request) => request.url?.endsWith('complete.json') === true)
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    await expect(add(address, 'ONE', { signal: stop.signal })).rejects.toThrow()
    expect(held()).toBe('[]')
  })
})

describe('a service that is down, or answers nonsense, changes nothing', () => {
  const list = { translations: [translationOf('ONE')] }
  const complete = { translation: translationOf('ONE'), books: [titusOf('One.')] }
  const at = (answers: { list?: unknown; text?: unknown }) => ({
    '/api/available_translations.json': answers.list ?? list,
    '/api/ONE/complete.json': answers.text ?? complete,
  })
  const answering =
    (status: number, body = ''): Behaviour =>
    (_request, response) => {
      response.writeHead(status).end(body)
      return true
    }

  const drip: Behaviour = (request, response) => {
    response.writeHead(200).write('{')
    const dripping = setInterval(() => response.write(' '), 50)
    request.on('close', () => clearInterval(dripping))
    return true
  }

  it.each<[string, Record<string, unknown>, Behaviour | undefined, RegExp]>([
    ['answers 500', at({}), answering(500), /available_translations\.json answered 500/],
    ['answers a page', at({}), answering(200, '<html>Sign in</html>'), /no JSON: it is not the catalogue/],
    [
      'sends elsewhere',
      at({}),
      (_q, r) => r.writeHead(302, { location: 'http://127.0.0.1:9/' }).end() === r,
      /available_translations\.json sends to http:\/\/127\.0\.0\.1:9\/\. If the catalogue is there/,
    ],
    ['has no list', at({ list: { translations: 'many' } }), undefined, /something else than the catalogue/],
    [
      'lists what it does not describe',
      at({ list: { translations: [{ id: '../../etc' }] } }),
      undefined,
      /something else/,
    ],
    [
      'points to another host',
      at({ list: { translations: [translationOf('ONE', { completeTranslationApiLink: 'http://127.0.0.1:9/x' })] } }),
      undefined,
      /points elsewhere/,
    ],
    ['has no such text', at({ list: { translations: [translationOf('TWO')] } }), undefined, /has no “ONE”/],
    [
      'has not the text that it lists',
      { '/api/available_translations.json': list },
      undefined,
      /complete\.json is not there \(404\)/,
    ],
    ['gives a text that is no JSON', at({ text: '{"translation":{"id":' }), undefined, /cut off here/],
    [
      'gives a text that was cut off',
      at({ text: JSON.stringify(complete).slice(0, 2000) }),
      undefined,
      /line 1: .*cut off here/,
    ],
    [
      'gives another document',
      at({ text: { translation: {}, books: [] } }),
      undefined,
      /The translation is not as the catalogue describes it/,
    ],
    [
      'gives fewer verses than it says',
      at({ text: { ...complete, books: [{ ...titusOf('One.'), chapters: titusOf('One.').chapters.slice(0, 2) }] } }),
      undefined,
      /says 3 chapters and 46 verses, but holds 2 and 31/,
    ],
    [
      'gives an unknown book',
      at({ text: { ...complete, books: [{ ...titusOf('One.'), id: 'QQQ' }] } }),
      undefined,
      /There is no book "QQQ"/,
    ],
    [
      'gives numbers where words should be',
      at({
        text: {
          ...complete,
          books: [{ id: 'TIT', chapters: [{ number: 1, content: [{ type: 'verse', number: 1, content: [7] }] }] }],
        },
      }),
      undefined,
      /A chapter of TIT is not as the catalogue describes it/,
    ],
    [
      'gives a text in other letters',
      at({
        list: { translations: [translationOf('ONE', { language: 'kor' })] },
        text: { ...complete, translation: translationOf('ONE', { language: 'kor' }) },
      }),
      undefined,
      /said to be Korean/,
    ],
  ])('where it %s', async (_what, documents, behaviour, message) => {
    const before = held()
    const { address } = await serve(documents, behaviour)
    await expect(add(address, 'ONE')).rejects.toThrow(message)
    expect(held()).toBe(before)
    expect(leftOfDownloads()).toEqual([])
  })

  it.each<[string, Behaviour, Partial<(typeof HASTY)['patience']>, RegExp]>([
    ['says nothing', () => true, { answerMs: 1_000 }, /cannot be reached \(no answer within 1 s\)/],
    ['lets bytes drip', drip, { stallMs: 1_000 }, /broke off \(next to nothing came for a while\)/],
  ])('where it %s', async (_what, behaviour, impatience, message) => {
    const { address } = await serve(at({}), behaviour)
    const catalogue = openCatalogue(address, { patience: { ...HASTY.patience, ...impatience } })
    await expect(addVersion({ library: file, catalogue, wanted: 'ONE' })).rejects.toThrow(message)
    expect(held()).toBe('[]')
    expect(leftOfDownloads()).toEqual([])
  })

  it('where no server listens, or the address is none', async () => {
    for (const none of ['nonsense', 'file:///etc/passwd', ''])
      expect(() => openCatalogue(none)).toThrow(/is no address of a catalogue. BIBLE_CATALOGUE_URL/)
    await expect(add('http://127.0.0.1:9', 'ONE')).rejects.toThrow(/cannot be reached.*online/)
  })

  it('where it names more files of words than there are chapters, also the same one again and again', async () => {
    const links = Array.from({ length: 2_001 }, () => ({ thisChapterWordsLink: '/api/ONE/TIT/1.words.json' }))
    const { address, asked } = await serve(at({ text: { ...complete, links } }))
    await expect(add(address, 'ONE')).rejects.toThrow(/more files of words/)
    expect(asked.filter((path) => path.includes('words'))).toEqual([])
    expect(leftOfDownloads()).toEqual([])
  })

  it('keeps the text that is here', async () => {
    const good = await serve(at({}))
    await add(good.address, 'ONE')
    const before = held()
    const bad = await serve(at({ text: JSON.stringify(complete).slice(0, 3000) }))
    await expect(add(bad.address, 'ONE')).rejects.toThrow(/cut off/)
    expect(held()).toBe(before)
  })
})
