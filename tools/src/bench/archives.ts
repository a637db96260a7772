import { execFile } from 'node:child_process'
import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import { emptyFolder, preparedFolder, startApp } from '@pathlight/testing/app-process.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { timed } from './figures.ts'

const CLI = join(import.meta.dirname, '../../../apps/standalone/src/archive-cli.ts')
const run = promisify(execFile)
const SECOND_MS = 1_000
/** The number of psalms. The notes are on the first verses of the psalms, in turn. */
const PSALMS = 150

const exportOf = (notes: number): string => {
  const created_at = '2020-01-02T03:04:05.000Z'
  const lines = Array.from({ length: notes }, (_, nth) =>
    JSON.stringify({
      kind: 'note',
      item: {
        ...{
          id: crypto.randomUUID(),
          verse_id: 19_000_001 + 1_000 * (1 + (nth % PSALMS)),
          version: 'KJV',
          title: null,
        },
        ...{ text: `Note ${nth}: the width of it, and the length`, created_at, updated_at: created_at },
      },
    }),
  )
  return `${EXPORT_BEGINS}\n${EXPORT_ITEMS}\n${lines.join(',\n')}\n${EXPORT_ENDS}{}}\n`
}

/**
 * Measures an archive of `notes` notes: writes it from the stores `from`, verifies it, and restores it into the empty
 * stores `to` of the same engine. Prints how long each step takes.
 */
export async function measureArchives(
  name: string,
  from: Readonly<Record<string, string>>,
  to: Readonly<Record<string, string>>,
  notes: number,
): Promise<void> {
  const app = await startApp({ environment: { ...from, MOST_ITEMS: String(2 * notes) } })
  const { cookie } = await signUpOver(app.address, 'archived')
  const sent = await fetch(`${app.address}/api/import`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    body: exportOf(notes),
  })
  if (sent.status !== 202) throw new Error(`The import was answered ${sent.status}: ${await sent.text()}`)
  const { job } = (await sent.json()) as { job: string }
  for (;;) {
    const { body } = await ask(app.address, 'GET', `/api/import/${job}`, { headers: { cookie } })
    const { status } = body as { status: string }
    if (status === 'done') break
    if (status === 'stopped') throw new Error(`The import stopped: ${JSON.stringify(body)}`)
    await new Promise((resolve) => setTimeout(resolve, SECOND_MS))
  }
  const dataDir = preparedFolder(to)
  copyFileSync(join(app.dataDir, 'master.key'), join(dataDir, 'master.key'))
  const file = join(emptyFolder(), 'bench.archive.gz')
  const archive = (environment: Readonly<Record<string, string>>, ...args: string[]) =>
    run(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...args], {
      env: { PATH: process.env.PATH ?? '', ...environment },
    })
  const seconds = async (work: () => Promise<unknown>) => ((await timed(work)) / SECOND_MS).toFixed(1)
  const write = await seconds(() => archive({ ...from, DATA_DIR: app.dataDir }, 'write', file))
  const verify = await seconds(() => archive({}, 'verify', file))
  await app.stop()
  const read = await seconds(() => archive({ ...to, DATA_DIR: dataDir }, 'read', file))
  const megabytes = (statSync(file).size / 1_000_000).toFixed(1)
  console.log(
    `${name}: ${notes.toLocaleString('en')} notes, ${megabytes} MB: write ${write} s, verify ${verify} s, read with read models ${read} s`,
  )
}
