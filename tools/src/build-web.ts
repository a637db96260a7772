import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A file with fewer bytes than this fits into one packet of the network, and is not compressed. */
const WORTH_IT_BYTES = 1_024

/**
 * Compresses the built scripts, styles, SVG and WebAssembly files with brotli and gzip at the best quality, and writes
 * the results beside each file. Fonts and other pictures are compressed already.
 */
const packFiles = async (root: string): Promise<void> => {
  const files = globSync('apps/web/dist/client/**/*.{js,css,svg,wasm}', { cwd: root })
  await Promise.all(
    files.map(async (file) => {
      const path = join(root, file)
      const content = await readFile(path)
      if (content.length < WORTH_IT_BYTES) return
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }))
      await writeFile(`${path}.gz`, await promisify<Buffer, { level: number }, Buffer>(gzip)(content, { level: 9 }))
    }),
  )
}

/** The files from which the web app is built, by their paths in the repository at `root`. */
export const sourcesOfWeb = (root: string): string[] =>
  globSync(
    [
      'tools/src/build-web.ts',
      'apps/web/{src,public}/**/*.*',
      'apps/web/*.{ts,json,html}',
      'libs/{contracts,scripture}/src/**/*.*',
      'libs/bible-library/src/**/*.ts',
      'package-lock.json',
    ],
    { cwd: root, exclude: ['**/*.test.{ts,tsx}'] },
  ).sort()

/** Builds the web app of the repository at `root`, unless the existing build was made from the same sources. */
export const buildWeb = async (root = join(import.meta.dirname, '../..')): Promise<void> => {
  const stamp = join(root, 'apps/web/dist/.built-from')
  const sources = sourcesOfWeb(root)
  const hash = createHash('sha256')
  for (const file of sources) hash.update(file).update(readFileSync(join(root, file)))
  const fingerprint = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  const began = Date.now()
  console.log('Building the web app ...')
  // Without the stamp, the next start builds again if this build breaks off.
  rmSync(stamp, { force: true })
  const vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn'],
    { cwd: join(root, 'apps/web'), stdio: 'inherit' },
  )
  const [code] = await once(vite, 'exit')
  if (code !== 0) throw new Error(`Building the web app failed with ${code}: what Vite said is above.`)
  await packFiles(root)
  writeFileSync(stamp, fingerprint)
  console.log(`Built the web app in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

if (import.meta.main) await buildWeb()
