import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Pages of docs/decisions/ with a table whose last column names tests. */
const PAGES = ['0023-where-we-differ-from-the-specification', '0034-what-people-stumbled-over']
const pages = PAGES.map((name) => readFileSync(join(root, `docs/decisions/${name}.md`), 'utf8'))

/** The rows of the tables on PAGES: a statement, Pathlight's answer, and the tests of the answer. */
const rows = pages
  .flatMap((page) =>
    page
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2),
  )
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => ({ says: cells[0]?.trim() ?? '', by: cells.at(-1)?.trim() ?? '' }))

const tests = new Set(
  globSync(['{apps,libs,services,tools}/*/{src,test}/**/*.{test,contract}.{ts,tsx}', '{e2e,tools}/src/**/*.ts'], {
    cwd: root,
    exclude: (path) => String(path).includes('node_modules'),
  }).map((path) => basename(path)),
)

it('a difference from the specification, and an answer to what people met, is held by tests that there are', () => {
  const named = rows.flatMap(({ says, by }) => [...by.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ says, name })))
  expect(named.length).toBeGreaterThan(35)
  expect(named.filter(({ name }) => !tests.has(name))).toEqual([])
})
