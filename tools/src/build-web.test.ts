import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { describe, expect, it } from 'vitest'
import { buildWeb, sourcesOfWeb } from './build-web.ts'

const root = join(import.meta.dirname, '../..')

/** The files that a file imports from this repository. An import in a comment may name a file that is not there. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(@pathlight|\.\.?)\/([^'?]+\.tsx?)'/g)]
    .map(([, begin = '', path = '']) =>
      begin === '@pathlight' ? join('libs', path.replace('/', '/src/')) : join(file, '..', begin, path),
    )
    .filter((imported) => existsSync(join(root, imported)))

describe('the build of the web app', () => {
  it('is made anew after a change of any file that is in it', () => {
    const seen = new Set(globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] }))
    for (const file of seen) for (const imported of importsOf(file)) seen.add(imported)
    const sources = new Set(sourcesOfWeb(root))
    expect(seen.size).toBeGreaterThan(500)
    expect([...seen].filter((file) => !sources.has(file))).toEqual([])
  })

  it('is made anew after one that broke off, though the sources are those of the build before', async () => {
    const folder = emptyFolder()
    for (const path of ['node_modules/vite/bin', 'apps/web/dist']) mkdirSync(join(folder, path), { recursive: true })
    const stamp = join(folder, 'apps/web/dist/.built-from')
    const vite = join(folder, 'node_modules/vite/bin/vite.js')
    writeFileSync(vite, '')
    await buildWeb(folder)
    const built = readFileSync(stamp, 'utf8')
    writeFileSync(vite, 'process.exit(1)')
    writeFileSync(join(folder, 'package-lock.json'), '{}')
    await expect(buildWeb(folder)).rejects.toThrow('Building the web app failed with 1')
    expect(existsSync(stamp)).toBe(false)
    expect(built).toMatch(/^[0-9a-f]{64}$/)
  })
})
