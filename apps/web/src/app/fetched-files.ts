type Chunk = {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
/** Vite's manifest: source file to built file. What vite.config.ts puts together of several has a name instead. */
export type Manifest = Readonly<Record<string, Chunk>>

/** The letters that every page shows: they are on their way before the stylesheet that names them is read. */
const FIRST_LETTERS = 'src/look/letters/latin.woff2'

const builtFile = (manifest: Manifest, name: string): Chunk => {
  const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name)
  if (!chunk) throw new Error(`Vite's manifest has no ${name}`)
  return chunk
}

/** The built files that a module needs before it can run. */
const filesOf = (manifest: Manifest, modules: readonly string[]): { scripts: Set<string>; styles: Set<string> } => {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const add = (name: string) => {
    const chunk = builtFile(manifest, name)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const module of modules) add(module)
  return { scripts, styles }
}

/** The script of the app in index.html as Vite builds it. */
const SCRIPT = /<script type="module"[^>]*><\/script>/
/** What that script imports, where Vite did not put it into the same file. */
const IMPORTED = /<link rel="modulepreload"[^>]*>/g

/** Links to what these modules need, to be seen and to run, beside what index.html names itself: fetched at once, not one after another. */
const linksTo = (manifest: Manifest, modules: readonly string[]): { seen: string[]; run: string[] } => {
  const named = filesOf(manifest, ['index.html'])
  const { scripts, styles } = filesOf(manifest, modules)
  return {
    seen: [
      `<link rel="preload" href="/${builtFile(manifest, FIRST_LETTERS).file}" as="font" type="font/woff2" crossorigin>`,
      ...[...styles].filter((one) => !named.styles.has(one)).map((style) => `<link rel="stylesheet" href="/${style}">`),
    ],
    run: [...scripts]
      .filter((one) => !named.scripts.has(one))
      .map((file) => `<link rel="modulepreload" href="/${file}">`),
  }
}

/**
 * What the pages of a build fetch. `template`: the built index.html; `rest`: it without its script. `fetched`: the links and scripts of
 * a page of these modules, for its head; `late`: its scripts only when its text is seen (public/before-scripts.js). Without a manifest
 * (while the app is developed) the template keeps its script, and nothing is fetched ahead.
 */
export const fetchedFiles = (template: string, manifest: Manifest | null) => {
  const script = manifest === null ? '' : SCRIPT.exec(template)?.[0]
  if (script === undefined) throw new Error('index.html has no script')
  // A script each: what it imports would run in its own task.
  const imported = (template.match(IMPORTED) ?? []).map((link) =>
    link
      .replace('<link rel="modulepreload"', '<script type="module"')
      .replace('href=', 'src=')
      .replace('>', '></script>'),
  )
  /** What pages fetch, by their modules: the same for all chapters in a language. */
  const links = new Map<string, string>()
  const fetched = (modules: readonly string[], { late }: { late: boolean }): string => {
    if (manifest === null) return ''
    const key = `${late} ${modules.join(' ')}`
    const known = links.get(key)
    if (known !== undefined) return known
    const { seen, run } = linksTo(manifest, modules)
    const scripts = [...imported, script, ...run].join('')
    const all = [...seen, late ? `<template id="scripts">${scripts}</template>` : scripts].join('\n    ')
    links.set(key, all)
    return all
  }
  return { fetched, rest: template.replace(script, '').replace(IMPORTED, '') }
}
