type Chunk = {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
/**
 * Vite's manifest: from source file to built file. A chunk that vite.config.ts groups from several files has a name
 * instead of a source file.
 */
export type Manifest = Readonly<Record<string, Chunk>>

/** The font of every page. It is preloaded before the browser reads the stylesheet that names it. */
const FIRST_LETTERS = 'src/look/letters/latin.woff2'

const builtFile = (manifest: Manifest, name: string): Chunk => {
  const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name)
  if (!chunk) throw new Error(`Vite's manifest has no ${name}`)
  return chunk
}

/** The built scripts and styles that the modules import, directly or through other modules. */
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

/** Finds the app's script in the built index.html. */
const SCRIPT = /<script type="module"[^>]*><\/script>/
/** Finds the links to the files that the app's script imports. */
const IMPORTED = /<link rel="modulepreload"[^>]*>/g

/**
 * Links to the modules' files that index.html does not name itself, so that the browser fetches all files at once.
 * `letters` and `styles` are for the first paint, `run` for the scripts.
 */
const linksTo = (
  manifest: Manifest,
  modules: readonly string[],
): { letters: string; styles: string; run: string[] } => {
  const indexFiles = filesOf(manifest, ['index.html'])
  const { scripts, styles } = filesOf(manifest, modules)
  return {
    letters: `<link rel="preload" href="/${builtFile(manifest, FIRST_LETTERS).file}" as="font" type="font/woff2" crossorigin>`,
    styles: [...styles]
      .filter((one) => !indexFiles.styles.has(one))
      .map((style) => `<link rel="stylesheet" href="/${style}">`)
      .join(''),
    run: [...scripts]
      .filter((one) => !indexFiles.scripts.has(one))
      .map((file) => `<link rel="modulepreload" href="/${file}">`),
  }
}

/** `links`: the links and scripts for the head of a page. `styles`: the links to the page's own stylesheets. */
type Fetched = { readonly links: string; readonly styles: string }

/**
 * Says which files a build's pages fetch. `template` is the built index.html; `rest` is the template without its script
 * and without the links to the script's imports. `fetched` gives the links and scripts of a page with these modules.
 * With `late`, the page's scripts wait until the text is painted (public/before-scripts.js). Without a manifest (during
 * development) the template keeps its script, and nothing is preloaded.
 */
export const fetchedFiles = (template: string, manifest: Manifest | null) => {
  const script = manifest === null ? '' : SCRIPT.exec(template)?.[0]
  if (script === undefined) throw new Error('index.html has no script')
  // Each imported file becomes a script element of its own and runs in a task of its own. As an import it would run in
  // the task of the first script, and the browser answers a touch only between tasks.
  const imported = (template.match(IMPORTED) ?? []).map((link) =>
    link
      .replace('<link rel="modulepreload"', '<script type="module"')
      .replace('href=', 'src=')
      .replace('>', '></script>'),
  )
  /** The links by the page's modules. All chapters in a language have the same modules, so they share one entry. */
  const links = new Map<string, Fetched>()
  const fetched = (modules: readonly string[], { late }: { late: boolean }): Fetched => {
    if (manifest === null) return { links: '', styles: '' }
    const key = `${late} ${modules.join(' ')}`
    const cached = links.get(key)
    if (cached !== undefined) return cached
    const { letters, styles, run } = linksTo(manifest, modules)
    const scripts = [...imported, script, ...run].join('')
    const all = {
      links: [letters, late ? `<template id="scripts">${scripts}</template>` : scripts].join('\n    '),
      styles,
    }
    links.set(key, all)
    return all
  }
  return { fetched, rest: template.replace(script, '').replace(IMPORTED, '') }
}
