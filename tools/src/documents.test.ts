import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { aggregates } from '@pathlight/command/aggregates.contract.ts'
import { projections } from '@pathlight/query/projections.ts'
import { describe, expect, it } from 'vitest'
import { patternOf, ROUTES } from '../../e2e/src/pages.ts'
import { SCREENS, WITHOUT_PICTURE } from '../../e2e/src/screens.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
const tables = ['docs/streams-and-collections.md', ...globSync('docs/kinds/*.md', { cwd: root })].map(read)
/** The rows of all tables under this heading, without their header rows. */
const rowsUnder = (heading: string) =>
  tables.flatMap((document) => {
    const [part = ''] = (document.split(`## ${heading}\n`)[1] ?? '').split('\n## ')
    return part
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
  })

describe('the documents', () => {
  it.each(documents)('%s points at nothing that is not there', (document) => {
    const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    const files = links
      .filter((target) => !/^(https?:|mailto:|#)/.test(target))
      .map((target) => target.split('#')[0] ?? '')
    expect(files.filter((file) => !existsSync(join(root, dirname(document), file)))).toEqual([])
  })

  it('give each decision a number of its own, which its heading has, too', () => {
    const decisions = documents
      .filter((document) => document.startsWith('docs/decisions/'))
      .map((path) => basename(path))
    expect(new Set(decisions.map((name) => name.slice(0, 4))).size).toBe(decisions.length)
    for (const name of decisions)
      expect(read(`docs/decisions/${name}`), name).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `))
  })

  it('name in security.md only tests that are there, by what they are called', () => {
    const named = [...read('docs/security.md').matchAll(/`([\w-]+\.(?:test|contract)\.ts)`(?: \("([^"]+)"\))?/g)]
    expect(named.length).toBeGreaterThan(20)
    for (const [, file = '', title = ''] of named) {
      const paths = globSync([`{libs,libs/engines,services,apps}/*/{src,test}/**/${file}`, `tools/src/**/${file}`], {
        cwd: root,
      })
      expect(
        paths.map(read).some((content) => content.includes(title)),
        `${file}: ${title}`,
      ).toBe(true)
    }
  })
})

it('the pictures have every page of the app, but those of which is said why not', () => {
  const made = { version: 'KJV', note: '0', sermon: '0', pad: '0', tag: 'advent', shared: '/shared/0#1' }
  const paths = SCREENS.map(({ path }) => path(made))
  const isShown = (route: string) => paths.some((path) => patternOf(route).test(path))
  expect(ROUTES.filter((route) => !isShown(route)).toSorted()).toEqual(Object.keys(WITHOUT_PICTURE).toSorted())
})

it('the architecture is one page', () =>
  expect(read('docs/architecture.md').split('\n').length).toBeLessThanOrEqual(121))

describe('the streams and collections', () => {
  it('has every stream that there is', () => {
    const streams = aggregates.map(({ streams: { prefix } }) => prefix)
    const rows = rowsUnder('Streams')
    expect(streams.filter((name) => !rows.some((row) => row.startsWith(`| \`${name}-{userId}`)))).toEqual([])
  })

  it('has every read model that there is, and what it is found by', () => {
    const rows = rowsUnder('Collections')
    for (const { name, indexes = [] } of projections) {
      const row = rows.find((one) => one.startsWith(`| \`${name}\``)) ?? ''
      expect(row, name).not.toBe('')
      if (row.includes('the same')) continue
      for (const fields of indexes) expect(row, name).toContain(`[${fields.join(', ')}]`)
    }
    expect(rows).toHaveLength(projections.length)
  })
})
