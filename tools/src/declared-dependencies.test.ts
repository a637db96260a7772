import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Manifest = {
  readonly name: string
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const root = join(import.meta.dirname, '../..')
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
const top = manifestOf('.')
const workspaces = globSync(
  (top.workspaces ?? []).map((pattern) => `${pattern}/package.json`),
  { cwd: root },
)
  .map((path) => path.replace(/\/package\.json$/, ''))
  .sort()

/** Matches an import of a workspace of Pathlight. Another check covers packages from npm. */
const IMPORT = /'(@pathlight\/[\w-]+)\//g
/**
 * Files that are not part of the installed product. The product is installed without development dependencies (npm ci
 * --omit=dev), and the browser's code is bundled before that.
 */
const FOR_TESTS = /\.(test|contract|e2e)\.tsx?$|\.config\.ts$|^(libs\/testing|e2e|tools|apps\/web)\/|\/test\//

/** The names of the workspaces that a file imports, each once. */
const importedBy = (file: string): string[] => [
  ...new Set([...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, name = '']) => name)),
]

/**
 * npm installs most packages where every workspace finds them, even a workspace that does not declare them. When npm
 * installs another version of a package, it may put the package elsewhere, and an undeclared import fails.
 */
describe.for(workspaces)('%s', (folder) => {
  const { name: itself, dependencies = {}, devDependencies = {} } = manifestOf(folder)
  const files = globSync('**/*.{ts,tsx,mjs}', { cwd: join(root, folder), exclude: ['node_modules', 'dist'] }).map(
    (path) => `${folder}/${path}`,
  )
  const undeclared = (of: readonly string[], declared: object) =>
    of.flatMap((file) =>
      importedBy(file)
        .filter((name) => name !== itself && !(name in declared))
        .map((name) => `${file}: ${name}`),
    )

  it('declares what its product imports as "dependencies"', () => {
    expect(
      undeclared(
        files.filter((file) => !FOR_TESTS.test(file)),
        dependencies,
      ),
    ).toEqual([])
  })

  it('declares what its tests import, or the root does', () => {
    expect(
      undeclared(
        files.filter((file) => FOR_TESTS.test(file)),
        { ...dependencies, ...devDependencies, ...top.devDependencies },
      ),
    ).toEqual([])
  })

  it('declares no part of Pathlight that it does not import', () => {
    const imported = new Set(files.flatMap(importedBy))
    const declared = Object.keys({ ...dependencies, ...devDependencies })
    expect(declared.filter((name) => name.startsWith('@pathlight/') && !imported.has(name))).toEqual([])
  })
})

it('a start without development tools has what builds the web app', () => {
  const { dependencies = {} } = manifestOf('apps/web')
  const config = readFileSync(join(root, 'apps/web/vite.config.ts'), 'utf8')
  const packages = [...config.matchAll(/^import .* from '((?:@[\w-]+\/)?[\w-]+)/gm)].map(([, name = '']) => name)
  expect(packages).toContain('vite')
  expect(packages.filter((name) => name !== 'node' && !(name in dependencies))).toEqual([])
})
