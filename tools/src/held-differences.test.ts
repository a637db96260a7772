import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/decisions/0023-where-we-differ-from-the-specification.md'), 'utf8')

/** The rows of its table: what the specification says, what holds our difference. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => ({ says: cells[0]?.trim() ?? '', by: cells.at(-1)?.trim() ?? '' }))

const tests = new Set(
  globSync(['{apps,libs,services,tools}/*/{src,test}/**/*.{test,contract}.{ts,tsx}', '{e2e,tools}/src/**/*.ts'], {
    cwd: root,
    exclude: (path) => String(path).includes('node_modules'),
  }).map((path) => basename(path)),
)

it('a difference from the specification is held by tests that there are', () => {
  const named = rows.flatMap(({ says, by }) => [...by.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ says, name })))
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter(({ name }) => !tests.has(name))).toEqual([])
})
