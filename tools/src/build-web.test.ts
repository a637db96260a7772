import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourcesOfWeb } from './build-web.ts'

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
})
