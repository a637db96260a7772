import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const stamp = join(root, 'apps/web/dist/.built-from')

/** Builds the web app when its sources are not those of the build that is there. */
export const buildWeb = (): void => {
  const sources = globSync(
    [
      'apps/web/{src,public}/**/*.*',
      'apps/web/*.{ts,json,html}',
      'libs/{contracts,scripture}/src/**/*.*',
      'package-lock.json',
    ],
    { cwd: root },
  ).sort()
  const hash = createHash('sha256')
  for (const file of sources) hash.update(file).update(readFileSync(join(root, file)))
  const fingerprint = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  const began = Date.now()
  console.log('Building the web app ...')
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn'],
    {
      cwd: join(root, 'apps/web'),
      stdio: 'inherit',
    },
  )
  writeFileSync(stamp, fingerprint)
  console.log(`Built the web app in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

if (import.meta.main) buildWeb()
