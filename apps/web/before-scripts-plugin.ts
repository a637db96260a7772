import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/** The script in public/ that each page runs before its first paint. */
export const BEFORE_SCRIPTS = 'before-scripts.js'

/** The SHA-256 of a file's content: 64 hexadecimal digits. */
export const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

const minified = (): string => {
  const { code, errors } = minifySync(
    BEFORE_SCRIPTS,
    readFileSync(join(import.meta.dirname, 'public', BEFORE_SCRIPTS), 'utf8'),
  )
  if (errors.length > 0) throw new Error(`${BEFORE_SCRIPTS}: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}

/**
 * Vite plugin: writes BEFORE_SCRIPTS minified into the build, because Vite does not minify files of public/. Its
 * address in index.html gets a hash. Without the hash, the service worker of an older build would answer with its own
 * copy of the script.
 */
export const beforeScripts = (): Plugin => ({
  name: 'before-scripts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transformIndexHtml: (html) => html.replace(`"/${BEFORE_SCRIPTS}"`, `"/${BEFORE_SCRIPTS}?${hashOf(minified())}"`),
  writeBundle({ dir = '' }) {
    writeFileSync(join(dir, BEFORE_SCRIPTS), minified())
  },
})
