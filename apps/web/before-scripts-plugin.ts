import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/** The script in public/ that each page runs before its first paint. */
export const BEFORE_SCRIPTS = 'before-scripts.js'

/** The SHA-256 of a file's content: 64 hexadecimal digits. */
export const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** The script in public/ that the page of a shared item runs, too. */
const SHARED_WORDS = 'shared-words.js'

const minified = (name: string): string => {
  const { code, errors } = minifySync(name, readFileSync(join(import.meta.dirname, 'public', name), 'utf8'))
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}

/**
 * Vite plugin: writes both scripts minified into the build, because Vite does not minify files of public/. The address
 * of BEFORE_SCRIPTS in index.html gets a hash. Without the hash, the service worker of an older build would answer with
 * its own copy of the script.
 */
export const beforeScripts = (): Plugin => ({
  name: 'before-scripts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transformIndexHtml: (html) =>
    html.replace(`"/${BEFORE_SCRIPTS}"`, `"/${BEFORE_SCRIPTS}?${hashOf(minified(BEFORE_SCRIPTS))}"`),
  writeBundle({ dir = '' }) {
    for (const name of [BEFORE_SCRIPTS, SHARED_WORDS]) writeFileSync(join(dir, name), minified(name))
  },
})
