import { closeInLog } from '@pathlight/command/accounts/close-in-log.ts'
import { composeCommand } from '@pathlight/command/compose.ts'
import { recordExport } from '@pathlight/command/record-account-change.ts'
import { composePages } from '@pathlight/pages/compose.ts'
import { composeQuery } from '@pathlight/query/compose.ts'
import { startProjector } from '@pathlight/query/projector.ts'
import type { Process } from '@pathlight/runtime/process.ts'
import { addRoutes, openServer, openServing } from '@pathlight/runtime/serving.ts'
import { beginWork, closeAgainAtStart } from '@pathlight/worker/compose.ts'
import type { WorkerJobs } from '@pathlight/worker/dependencies.ts'

type Choices = {
  /** The folder of the built web app. Absent: the folder into which Vite builds the app. */
  readonly webFolder?: string
  /**
   * `startProjector` runs the projections in this process. `followProjector` follows another process that runs them.
   */
  readonly project?: typeof startProjector
}

/** Composes all services in one process. Before that, closes the accounts again that a restored backup has reopened. */
export const composeAll = async (
  process: Process<WorkerJobs>,
  { webFolder, project = startProjector }: Choices = {},
) => {
  await closeAgainAtStart(process, closeInLog)
  const serving = await openServing(process, project)
  const command = composeCommand(serving)
  const query = composeQuery(serving, { admins: command.admins, recordExport: recordExport(serving.stores.log) })
  const web = await composePages(serving, { answerWithin: query.answerWithin, admins: command.admins }, webFolder)
  const app = await openServer(serving, { web, alsoAllowed: command.captchaSources })
  await addRoutes(app, 'command', command.routes)
  await addRoutes(app, 'query', query.routes)
  const jobs = { importData: command.importData, closeWhenDue: command.closeWhenDue }
  return { app, projector: serving.projector, begin: beginWork(serving, jobs), ...jobs }
}
export type ComposedAll = Awaited<ReturnType<typeof composeAll>>
