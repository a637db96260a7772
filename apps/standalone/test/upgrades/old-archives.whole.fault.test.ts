import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder, preparedFolder, startApp } from '@pathlight/testing/app-process.ts'
import { startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { ask } from '@pathlight/testing/over-http.ts'
import { checkArchive } from '@pathlight/worker/archive/check-archive.ts'
import { describe, expect, it } from 'vitest'
import { type Environment, operatorCommand } from '../faults/operator-command.contract.ts'

/** The master key of the installation that wrote these archives. */
const MASTER_KEY = `${'00'.repeat(31)}ff`
/**
 * An archive in the folder `recorded`. The program of commit `29e2dba2` wrote the archive of this name (version 2).
 * `version-1` has the same rows in the form of version 1.
 */
const recorded = (name: string) => join(import.meta.dirname, 'recorded', `${name}.archive.gz`)
const archive = operatorCommand('archive-cli.ts')

/**
 * Restores an archive into an empty installation. Checks that one person has everything that the person had when the
 * archive was written.
 */
const restores = async (name: string, stores: Environment, ...options: readonly string[]) => {
  const dataDir = preparedFolder(stores)
  rmSync(join(dataDir, 'master.key'), { force: true })
  const there = { ...stores, DATA_DIR: dataDir, MASTER_KEY }
  const read = await archive(there, 'read', recorded(name), ...options)
  expect(read, read.text).toMatchObject({ code: 0, text: expect.stringContaining('Everybody is signed out') })
  const app = await startApp({ environment: { ...stores, MASTER_KEY }, dataDir })
  const body = { email: 'ann@example.org', password: 'Lamp4myfeet!' }
  const entered = await ask(app.address, 'POST', '/api/auth/login', { body })
  expect(entered).toMatchObject({ status: 200, body: { username: 'ann' } })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const notes = await ask(app.address, 'GET', '/api/note/user', { headers: { cookie } })
  expect(notes.body).toMatchObject([{ verse_id: 43_003_016, text: 'Kept in an archive.', revision: 1 }])
  await app.stop()
}

describe('an archive that an older program wrote', () => {
  it('is read by today’s, on either engine', async ({ skip }) => {
    await restores('29e2dba2', {})
    const cluster = await startClusterStores()
    if (cluster === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    await restores('version-1', cluster.environment, '--unsigned')
  })

  it('of the first version is read only where the operator says that nobody else had it', async () => {
    const there = { DATA_DIR: preparedFolder({}), MASTER_KEY }
    expect(await archive(there, 'read', recorded('version-1'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('--unsigned'),
    })
  })

  it('is refused where a byte of it is not as it was, or its end is missing', async () => {
    const bytes = readFileSync(recorded('29e2dba2'))
    const bad = join(emptyFolder(), 'bad')
    for (const share of [0.1, 0.5, 0.9]) {
      const at = Math.floor(bytes.length * share)
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      for (const content of [flipped, bytes.subarray(0, at)]) {
        writeFileSync(bad, content)
        await expect(checkArchive(bad)).rejects.toThrow('is damaged')
      }
    }
  })
})
