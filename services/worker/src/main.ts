import { closeInLog } from '@pathlight/command/accounts/close-in-log.ts'
import { composeCommand } from '@pathlight/command/compose.ts'
import { recordExport } from '@pathlight/command/record-account-change.ts'
import { composeQuery } from '@pathlight/query/compose.ts'
import { followProjector } from '@pathlight/query/projector.ts'
import { BadConfig } from '@pathlight/runtime/config.ts'
import { runProcess } from '@pathlight/runtime/run-process.ts'
import { openServer, openServing } from '@pathlight/runtime/serving.ts'
import { beginWork, closeAgainAtStart } from './compose.ts'
import type { WorkerJobs } from './dependencies.ts'

/** A process that runs the jobs. Any number of these processes may run. */
await runProcess<WorkerJobs>({
  name: 'worker',
  check: ({ PUBLIC_URL }) => {
    if (PUBLIC_URL === undefined)
      throw new BadConfig('Mails have links to the app: set PUBLIC_URL to the address that people use.')
  },
  compose: async (process) => {
    await closeAgainAtStart(process, closeInLog)
    const serving = await openServing(process, followProjector)
    const command = composeCommand(serving)
    const query = composeQuery(serving, { admins: command.admins, recordExport: recordExport(serving.stores.log) })
    const app = await openServer(serving)
    return { app, projector: serving.projector, begin: beginWork(serving, { ...command, ...query }) }
  },
})
