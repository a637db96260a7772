import { composeCommand } from '@pathlight/command/compose.ts'
import type { CommandWork } from '@pathlight/command/dependencies.ts'
import { recordExport } from '@pathlight/command/record-account-change.ts'
import { answeredElsewhere } from '@pathlight/http/answered-elsewhere.ts'
import { runProcess } from '@pathlight/runtime/run-process.ts'
import { addRoutes, openServer, openServing } from '@pathlight/runtime/serving.ts'
import { composeQuery } from './compose.ts'
import { followProjector } from './projector.ts'

/**
 * A process of the query service. Any number of these processes may run. Its openapi.json describes the command
 * service, too.
 */
await runProcess<CommandWork>({
  name: 'query',
  compose: async (process) => {
    const serving = await openServing(process, followProjector)
    const command = composeCommand(serving)
    const query = composeQuery(serving, { admins: command.admins, recordExport: recordExport(serving.stores.log) })
    const app = await openServer(serving)
    await addRoutes(app, 'command', answeredElsewhere(command.routes))
    await addRoutes(app, 'query', query.routes)
    return { app, projector: serving.projector }
  },
})
