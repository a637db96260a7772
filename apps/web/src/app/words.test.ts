import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogueNames, fetchCatalogue } from '../locales/catalogues.ts'
import en from '../locales/en.json'
import type { Words } from '../locales/words.ts'
import { FIRST_PAGES } from './first-pages.ts'
import { KIND_WORDS, KINDS } from './kinds.ts'

const keysOf = (words: Words, before = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : keysOf(value, `${before}${key}.`),
  )
const catalogues = await Promise.all(
  catalogueNames().map(async (name) => ({ name: name as string, keys: keysOf(await fetchCatalogue(name, 'en')) })),
)
const all = [{ name: 'every page', keys: keysOf(en) }, ...catalogues]

describe('a key', () => {
  it('is in one catalogue: all of them are laid together', () => {
    const keys = all.flatMap((one) => one.keys)
    expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([])
  })
})

/**
 * Follows imports from file to file. Compares the words that the code uses with the catalogues that load together with
 * the code.
 */
describe('code', () => {
  const src = join(import.meta.dirname, '..')
  const sources = new Map<string, string>()
  const source = (file: string): string => {
    const known = sources.get(file) ?? readFileSync(file, 'utf8')
    sources.set(file, known)
    return known
  }
  const resolved = (from: string, path: string): string | null => {
    const file = join(dirname(from), path)
    return /\.tsx?$/.test(file) && existsSync(file) ? file : null
  }
  const WITH_WORDS = /withWords\(\s*\[([^\]]*)\],\s*\(\) =>\s*import\('([^']+)'\),?\s*\)/g
  const IMPORT = /(?:import|export) (?!type )[^'"]*from '(\.[^']+)'|import '(\.[^']+)'|import\('(\.[^']+)'\)/g

  /**
   * The file and all files that it imports, directly or through others, statically or on demand. Leaves out files that
   * `withWords` imports, because it loads their catalogues with them.
   */
  const filesWith = (entry: string): Set<string> => {
    const files = new Set<string>()
    const add = (file: string) => {
      if (files.has(file)) return
      files.add(file)
      for (const [, ...paths] of source(file).replace(WITH_WORDS, '').matchAll(IMPORT)) {
        const entryFile = resolved(file, paths.find(Boolean) ?? '')
        if (entryFile) add(entryFile)
      }
      // These files are found by a glob, not by an import.
      if (source(file).includes('import.meta.glob<InReader>'))
        for (const { name } of KINDS) {
          const shown = join(src, `kinds/${name}/in-reader.ts`)
          if (existsSync(shown)) add(shown)
        }
      if (source(file).includes('import.meta.glob<AnyKindHistory>'))
        for (const { name } of KINDS) add(join(src, `kinds/${name}/history.ts`))
      if (source(file).includes('import.meta.glob<Kind>'))
        for (const { name } of KINDS) add(join(src, `kinds/${name}/kind.ts`))
    }
    add(entry)
    return files
  }

  /**
   * The catalogues that have a key. A template such as `landing.step.${step}Title` stands for all keys with its
   * beginning.
   */
  const cataloguesOf = (literal: string): string[] => {
    const key = literal.replace(/\$\{.*/, '')
    const names = (known: string) =>
      key === literal ? known.replace(/_(one|other)$/, '') === key : known.startsWith(key)
    return all.filter(({ keys }) => keys.some(names)).map(({ name }) => name)
  }
  /**
   * server-message.ts turns any refusal's code into words. If a code's words are not loaded, it shows the server's own
   * message.
   */
  const isReason = (file: string) => file.endsWith('locales/server-message.ts')
  /**
   * These files speak only to a person who is signed in. Their words load with person-watch.tsx, which is on each of
   * that person's pages.
   */
  const isToAPerson = (file: string) =>
    /(locked-notice\.tsx|waits-here\.tsx|follow-write\.ts|offer-undo\.ts|tag-dialog\.tsx|waiting-page\.tsx|writing-state\.tsx|use-editor\.ts)$/.test(
      file,
    )
  /** The catalogues of all keys that a file names. */
  const wordsOf = (file: string): [string, string][] => {
    const literals = source(file).matchAll(/['`]([a-z]\w*\.[\w.]*(?:\$\{[^}]*\}[\w.]*)*)['`]/g)
    const named = [...literals].flatMap(([, literal = '']) =>
      isReason(file)
        ? []
        : cataloguesOf(literal)
            .filter((name) => !(name === 'person' && isToAPerson(file)))
            .map((name): [string, string] => [name, literal]),
    )
    // A kind gives the name of its words to the code in study/, which uses the keys under that name.
    const ofKind = [...source(file).matchAll(/\bwords(?:: |=)['"](\w+)['"]/g)].flatMap(([, words = '']) =>
      cataloguesOf(`${words}.\${}`)
        .filter((name) => !name.endsWith('-brief'))
        .map((name): [string, string] => [name, words]),
    )
    return [...named, ...ofKind]
  }

  const ALL_KINDS = '...KIND_WORDS'
  const namesIn = (list: string): string[] => [
    ...[...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
    ...(list.includes(ALL_KINDS) ? KIND_WORDS : []),
  ]

  type Entry = { readonly file: string; readonly names: readonly string[] }
  const entries: Entry[] = [{ file: join(src, 'main.tsx'), names: [] }]
  for (const { file } of entries)
    for (const part of filesWith(file))
      for (const [, names = '', path = ''] of source(part).matchAll(WITH_WORDS)) {
        const entryFile = resolved(part, path)
        if (entryFile && !entries.some((entry) => entry.file === entryFile))
          entries.push({ file: entryFile, names: namesIn(names) })
      }
  const tree = entries.map((entry) => ({ ...entry, name: relative(src, entry.file) }))

  it('is found from its beginning on', () => {
    expect(tree.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['features/landing/today.tsx', 'kinds/notes/notes.tsx']),
    )
  })

  /** Catalogues that a page needs only for the messages of refusals (locales/server-message.test.ts). */
  const FOR_REFUSALS: Readonly<Record<string, readonly string[]>> = {
    'features/account/email-link-page.tsx': ['accounts'],
    'features/admin/invitations-page.tsx': ['accounts', 'tokens'],
  }

  it.each(tree)('comes with all words that it says, and with no others: $name', ({ file, names }) => {
    const said = [...filesWith(file)].flatMap(wordsOf)
    const missing = said.filter(([name]) => name !== 'every page' && !names.includes(name))
    expect(missing).toEqual([])
    const needless = names.filter(
      (name) => !FOR_REFUSALS[relative(src, file)]?.includes(name) && !said.some(([needed]) => needed === name),
    )
    expect(needless).toEqual([])
  })

  it.each(FIRST_PAGES)('has from the server the words of its route: $path', ({ module, words }) => {
    expect(tree.find(({ name }) => `src/${name}` === module)?.names).toEqual(words)
  })
})
