import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/** The script of public/ that each page runs before it is painted. */
export const BEFORE_SCRIPTS = 'before-scripts.js'

/** Names a content: 64 hexadecimal digits. */
export const contentOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** The script without its comments and blanks, as it is sent. */
const minified = (): string => {
  const { code, errors } = minifySync(
    BEFORE_SCRIPTS,
    readFileSync(join(import.meta.dirname, 'public', BEFORE_SCRIPTS), 'utf8'),
  )
  if (errors.length > 0) throw new Error(`${BEFORE_SCRIPTS}: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}

/**
 * Minifies BEFORE_SCRIPTS, as vite does not with a file of public/, and puts its content into its address. Under one address the
 * service worker of an older build would give its own to a page of a newer one.
 */
export const beforeScripts = (): Plugin => ({
  name: 'before-scripts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transformIndexHtml: (html) => html.replace(`"/${BEFORE_SCRIPTS}"`, `"/${BEFORE_SCRIPTS}?${contentOf(minified())}"`),
  writeBundle({ dir = '' }) {
    writeFileSync(join(dir, BEFORE_SCRIPTS), minified())
  },
})
