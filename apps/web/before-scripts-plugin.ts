import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The script of public/ that each page runs before it is painted. */
export const BEFORE_SCRIPTS = 'before-scripts.js'

/** Names a content: 64 hexadecimal digits. */
export const contentOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/**
 * Puts the content of BEFORE_SCRIPTS into its address. Under one address the service worker of an older build would give its
 * own to a page of a newer one.
 */
export const beforeScripts = (): Plugin => ({
  name: 'before-scripts',
  apply: 'build',
  transformIndexHtml(html) {
    const content = contentOf(readFileSync(join(import.meta.dirname, 'public', BEFORE_SCRIPTS)))
    return html.replace(`"/${BEFORE_SCRIPTS}"`, `"/${BEFORE_SCRIPTS}?${content}"`)
  },
})
