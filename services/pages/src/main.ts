import { composeCommand } from '@pathlight/command/compose.ts'
import type { CommandWork } from '@pathlight/command/dependencies.ts'
import { recordExport } from '@pathlight/command/record-account-change.ts'
import { answeredElsewhere } from '@pathlight/http/answered-elsewhere.ts'
import { composeQuery } from '@pathlight/query/compose.ts'
import { followProjector } from '@pathlight/query/projector.ts'
import { runProcess } from '@pathlight/runtime/run-process.ts'
import { addRoutes, openServer, openServing } from '@pathlight/runtime/serving.ts'
import { composePages } from './compose.ts'

/**
 * A process that serves the web app and its first HTML. Any number of these processes may run. Each process contains
 * the query service and the call that opens a shared item, because the HTML needs their answers. So it calls no other
 * process.
 */
await runProcess<CommandWork>({
  name: 'pages',
  compose: async (process) => {
    const serving = await openServing(process, followProjector)
    const command = composeCommand(serving)
    const query = composeQuery(serving, { admins: command.admins, recordExport: recordExport(serving.stores.log) })
    const web = await composePages(serving, { answerWithin: query.answerWithin, admins: command.admins })
    const app = await openServer(serving, { web, alsoAllowed: command.captchaSources })
    await addRoutes(app, 'command', answeredElsewhere(command.routes, ['/api/shared/:id']))
    await addRoutes(app, 'query', query.routes)
    return { app, projector: serving.projector }
  },
})
