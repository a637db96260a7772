import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Generates apps/web/src/ui/icons.ts and icons/*.ts: the icons of lucide-react that the web app imports, each in its
// own file. Run it by hand when the app imports another icon or the package is updated. The result is in the
// repository, because the package has 4,800 files, a quarter of all files of an installation:
//   node tools/src/make-icons.ts && npm run format
const root = join(import.meta.dirname, '../..')
const ui = join(root, 'apps/web/src/ui')
const lucide = join(root, 'node_modules/lucide-react')

const kebab = (name: string): string =>
  name
    .replace(/([a-z])([A-Z0-9])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()

const importedIcons = (): string[] => {
  const sources = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root, exclude: ['apps/web/src/ui/icons/**'] })
  const names = sources.flatMap((file) => {
    const lists = readFileSync(join(root, file), 'utf8').matchAll(/import \{([^}]+)\} from '[^']*\/icons\.ts'/g)
    return [...lists].flatMap(([, list = '']) => list.split(',').map((one) => one.trim().split(' as ')[0] ?? ''))
  })
  return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('type ')).sort()
}

type Data = {
  readonly name: string
  readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[]
}

/**
 * The data of the icon in a file of lucide-react. An icon may have several names, so the file may only re-export
 * another file.
 */
const dataOf = async (file: string): Promise<Data> => {
  const path = join(lucide, 'dist/esm/icons', `${file}.mjs`)
  const { __iconData } = (await import(path)) as { __iconData?: Data }
  if (__iconData) return __iconData
  const [, other] = /from '\.\/([\w-]+)\.mjs'/.exec(readFileSync(path, 'utf8')) ?? []
  if (other === undefined) throw new Error(`${path} has no icon.`)
  return dataOf(other)
}

const sourceOf = (name: string, { name: own, node }: Data): string => {
  const parts = node.map(([tag, { key: _, ...attributes }]) => [tag, attributes])
  return `// Made by tools/src/make-icons.ts. ISC: see LICENSE.\nimport { lucideIcon } from '../lucide-icon.ts'\n\nexport const ${name} = /* @__PURE__ */ lucideIcon(${JSON.stringify(`lucide-${own}`)}, ${JSON.stringify(parts)})\n`
}

rmSync(join(ui, 'icons'), { recursive: true, force: true })
mkdirSync(join(ui, 'icons'))
const files: string[] = []
for (const name of importedIcons()) {
  const file = kebab(name)
  writeFileSync(join(ui, 'icons', `${file}.ts`), sourceOf(name, await dataOf(file)))
  files.push(`export { ${name} } from './icons/${file}.ts'`)
}
writeFileSync(join(ui, 'icons/LICENSE'), readFileSync(join(lucide, 'LICENSE')))
writeFileSync(
  join(ui, 'icons.ts'),
  `// Made by tools/src/make-icons.ts.\n// biome-ignore-all lint/performance/noBarrelFile: the bundler leaves out the icons that the app does not import.\n${files.join('\n')}\n`,
)
