import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveCatalogue, titusOf, translationOf } from './catalogue/test-catalogue.contract.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command as npm does: INIT_CWD names the folder in which the person called npm. */
const bible = (...args: string[]) => bibleIn(join(folder, 'data'), ...args)
const bibleIn = (dataDir: string, ...args: string[]) => bibleWith([], dataDir, ...args)
const bibleWith = (ofNode: string[], dataDir: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...ofNode, join(import.meta.dirname, 'cli.ts'), ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dataDir, INIT_CWD: folder, NODE_NO_WARNINGS: '1' },
    },
  )
  return { status, stdout, stderr }
}

/**
 * A module that prints the greatest memory of its process, in KB, and the processor time, in ms. On Linux maxRSS
 * includes the memory of the parent process, so the module reads VmHWM of the kernel.
 */
const SAYS_WHAT_IT_TOOK = `data:text/javascript,${encodeURIComponent(`
import { existsSync, readFileSync } from 'node:fs'
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const memory = Number(/^VmHWM:\\s*(\\d+)/m.exec(status)?.[1] ?? maxRSS)
  console.error(JSON.stringify({ memory, time: (userCPUTime + systemCPUTime) / 1000 }))
})`)}`
/** The memory and time that the process printed last. */
const tookOf = (stderr: string): { readonly memory: number; readonly time: number } =>
  JSON.parse(stderr.trim().split('\n').at(-1) ?? '')
const XML = '<osis><osisText><div type="book" osisID="Jude"><chapter osisID="Jude.1"><verse osisID="Jude.1.1">a'
const ZEFANIA = '<XMLBIBLE><BIBLEBOOK bnumber="65"><CHAPTER cnumber="1">'

const JUDE = `\\id JUD\n\\c 1\n\\p\n${Array.from({ length: 25 }, (_, n) => `\\v ${n + 1} 긍휼과 평강과 사랑이`).join('\n')}\n`

describe('npm run bible', () => {
  it('builds what comes with Pathlight, and lists what is here and what would bring the rest', () => {
    const { status, stdout } = bible('list')
    expect(status).toBe(0)
    expect(stdout).toMatch(/Built KJV, WEB, ASV in [\d.]+ s/)
    expect(stdout).toMatch(/KJV +en +King James Version \(31,102 verses, built-in\)/)
    expect(stdout).toMatch(
      /KRV +ko +Korean Revised Version \(not here\)\n +Bring it from the open catalogue: npm run bible -- add KRV/,
    )
  })

  it('brings a text of the catalogue as the app does, and again only where it has another one', async () => {
    const [one, complete] = [translationOf('ONE', { sha256: undefined }), '/api/ONE/complete.json']
    const documents: Record<string, unknown> = {
      '/api/available_translations.json': { translations: [one] },
      [complete]: { translation: one, books: [titusOf('To the pure')] },
    }
    const { address, close } = await serveCatalogue(documents)
    // The catalogue runs in this process, so the command must run without blocking this process.
    const run = (...args: string[]) =>
      new Promise<{ code: unknown; said: string }>((resolve) => {
        const program = [join(import.meta.dirname, 'cli.ts'), ...args]
        const env = {
          ...process.env,
          DATA_DIR: join(folder, 'data'),
          BIBLE_CATALOGUE_URL: address,
          NODE_NO_WARNINGS: '1',
        }
        execFile(process.execPath, program, { env }, (error, out, err) =>
          resolve({ code: error?.code ?? 0, said: out + err }),
        )
      })
    expect(await run('add', 'ONE', '--version', 'MINE')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/MINE, 46 verses\. Licence: .+ It shows at once/),
    })
    expect(await run('update')).toMatchObject({
      code: 0,
      said: expect.stringContaining('MINE is as the catalogue has it'),
    })
    documents[complete] = { translation: one, books: [titusOf('Unto the pure')] }
    expect(await run('update', 'mine')).toMatchObject({ code: 0, said: expect.stringContaining('MINE, 46 verses') })
    expect(await run('add', 'NONE')).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was changed.') })
    expect(bible('remove', 'MINE')).toMatchObject({ status: 0 })
    await close()
  })

  it('says where the words of the original are from, if asked to add them', () => {
    expect(bible('add', 'words')).toMatchObject({ status: 0, stdout: expect.stringContaining('come with Pathlight') })
  })

  it('takes an empty DATA_DIR for one that is not set, as the app does', () => {
    const root = mkdtempSync(join(folder, 'root-'))
    const [elsewhere, env] = [mkdtempSync(join(folder, 'elsewhere-')), { ...process.env, NODE_NO_WARNINGS: '1' }]
    const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'cli.ts'), 'list'], {
      cwd: elsewhere,
      env: { ...env, DATA_DIR: '', PATHLIGHT_ROOT: root },
    })
    expect(status).toBe(0)
    expect(existsSync(join(root, '.data/bibles.sqlite'))).toBe(true)
    expect(existsSync(join(elsewhere, 'bibles.sqlite'))).toBe(false)
  })

  it('imports a file by its path as seen by the person, proves it and takes it out again', () => {
    writeFileSync(join(folder, 'jude.txt'), JUDE)
    const imported = bible('import', 'jude.txt', '--version', 'KRV', '--language', 'ko')
    expect(imported.stdout).toMatch(/KRV: 25 verses in one book, from USFM/)
    expect(imported.status).toBe(0)
    const verified = bible('verify', 'krv')
    expect(verified.stdout).toMatch(/KRV: 25 verses in one book, numbered as eng: sound\n {2}Jude +25 of 25/)
    expect(verified.status).toBe(0)
    expect(bible('remove', 'krv')).toMatchObject({ status: 0 })
    expect(bible('remove', 'krv')).toMatchObject({ status: 1 })
  })

  it('imports before anything else was done, and says so when it may not write', () => {
    writeFileSync(join(folder, 'jude.txt'), JUDE)
    const asked = ['import', 'jude.txt', '--version', 'KRV'] as const
    expect(bibleIn(join(folder, 'not', 'yet'), ...asked)).toMatchObject({ status: 0, stderr: '' })
    expect(bibleIn(join(folder, 'jude.txt'), ...asked)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^(The library .* cannot be used|E[A-Z]+: ).*\n$/),
    })
  })

  it.each<[string, () => string | Buffer, RegExp]>([
    ['a text that was cut off', () => `${XML}${' word'.repeat(4_000_000)}`, /cut off/],
    ['JSON that is nested without end', () => `{"translation":${'['.repeat(5_000_000)}}`, /nested more than/],
    [
      'JSON with a name without end',
      () => `{"translation":{"id":"${'x'.repeat(30_000_000)}}`,
      /without the end of a chapter/,
    ],
    [
      'a note without end',
      () => `${XML}<note>${`<hi/>${'x'.repeat(900_000)}`.repeat(40)}</osis>`,
      /Notes of more than/,
    ],
    [
      'numbers that there are not',
      () => `\\id JUD\n\\c 1\n${'\\v 999 word\n'.repeat(500_000)}`,
      /letters in one verse/,
    ],
    [
      'words of Jesus without end',
      () => `${XML}${'<q sID="a" who="Jesus"/>'.repeat(500_000)}</osis>`,
      /letters in one verse/,
    ],
    [
      'titles of verses that never come',
      () => `${ZEFANIA}${'<CAPTION vref="9">x</CAPTION>'.repeat(500_000)}</XMLBIBLE>`,
      /titles or remarks/,
    ],
    ['books without end', () => '\\id TOB\n'.repeat(500_000), /More than 3000 books/],
    ['bytes of another encoding', () => Buffer.concat([Buffer.from(JUDE.repeat(2_000)), Buffer.of(0xff)]), /not UTF-8/],
  ])('refuses %s in less than six times of what its start takes, and 150 MB', (_name, content, cause) => {
    writeFileSync(join(folder, 'hostile.txt'), content())
    const asked = ['import', 'hostile.txt', '--version', 'KRV', '--language', 'ko']
    const ran = (...args: string[]) =>
      bibleWith([`--import=${SAYS_WHAT_IT_TOOK}`], join(folder, 'hostile'), ...args).stderr
    // Processor time is compared, because the machine may be busy with other programs. The least of three measurements
    // counts, because other programs can only make a measurement greater.
    const least = { start: Number.POSITIVE_INFINITY, refused: Number.POSITIVE_INFINITY }
    for (const _ of [1, 2, 3]) {
      const stderr = ran(...asked)
      expect(stderr).toMatch(cause)
      expect(stderr).toContain('Nothing was changed.')
      const { memory, time } = tookOf(stderr)
      expect(memory / 1024).toBeLessThan(150)
      least.refused = Math.min(least.refused, time)
      least.start = Math.min(least.start, tookOf(ran('no-such-command')).time)
    }
    expect(least.refused / least.start).toBeLessThan(6)
  })

  it('says file, line and cause of a bad file, and ends with 1', () => {
    writeFileSync(join(folder, 'bad.txt'), JUDE.replace('\\v 7 ', '\\v 70 '))
    const { status, stderr } = bible('import', 'bad.txt', '--version', 'KRV', '--strict')
    expect(status).toBe(1)
    expect(stderr).toBe('bad.txt, line 10: There is no verse Jude 1:70.\nNothing was changed.\n')
  })

  it('takes an odd file with all its words, says what was odd, and says it again when it is verified', () => {
    writeFileSync(join(folder, 'odd.txt'), JUDE.replace('\\v 7 ', '\\v 70 ').replace('\\v 9 ', '\\v 9... '))
    const { status, stdout } = bible('import', 'odd.txt', '--version', 'KRV')
    expect(status).toBe(0)
    const odd = [
      'Odd places (2), taken with all their words:',
      '  odd.txt, line 10: There is no Jude 1:70: its words stand with Jude 1:6.',
      '  odd.txt, line 12: “9...” was read as Jude 1:9.',
    ].join('\n')
    expect(stdout).toContain(odd)
    expect(bible('verify', 'KRV')).toMatchObject({ status: 0, stdout: expect.stringContaining(odd) })
    expect(bible('remove', 'krv')).toMatchObject({ status: 0 })
  })

  it('does not part with what comes with Pathlight', () => {
    expect(bible('remove', 'kjv')).toMatchObject({ status: 1, stderr: 'KJV comes with Pathlight and stays.\n' })
    expect(existsSync(join(folder, 'data', 'bibles.sqlite'))).toBe(true)
  })

  it.each([[[]], [['import']], [['import', 'x']], [['sing']], [['list', 'extra']], [['list', '--loud']]])(
    'explains itself when called as %j, and ends with 2',
    (args) => {
      const { status, stderr } = bible(...args)
      expect(status).toBe(2)
      expect(stderr).toMatch(/npm run bible|--version/)
    },
  )

  it('prints its help when asked', () => {
    expect(bible('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run bible -- import') })
  })
})
