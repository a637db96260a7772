import { createHash } from 'node:crypto'
import {
  constants,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const cache = join(root, 'node_modules/.cache/pathlight-tests')

/**
 * A hash of all that determines the built library: the code that builds it, the versions of the packages with the
 * texts, and Node's version.
 */
const fingerprint = (): string => {
  const hash = createHash('sha256').update(process.version)
  const sources = globSync(['libs/{bible-library,scripture}/src/**/*.ts', 'package-lock.json'], { cwd: root })
  for (const file of sources.filter((file) => !file.endsWith('.test.ts')).sort())
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Builds the library, unless this test run or an earlier one has built it, and returns its file. If two processes build
 * it at once, the file of one of them stays.
 */
const built = async (): Promise<string> => {
  const file = join(cache, `bibles-${fingerprint()}.sqlite`)
  if (existsSync(file)) return file
  const { buildBuiltIn } = await import('@pathlight/bible-library/built-in/build-built-in.ts')
  mkdirSync(cache, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  buildBuiltIn(unfinished)
  for (const other of readdirSync(cache))
    if (other.endsWith('.sqlite') && other !== basename(file)) rmSync(join(cache, other), { force: true })
  renameSync(unfinished, file)
  return file
}

/**
 * Copies a Bible library with all built-in versions to `file`. A test copies it, because building one takes seconds.
 */
export async function copyBuiltLibrary(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  copyFileSync(await built(), file, constants.COPYFILE_FICLONE)
}
