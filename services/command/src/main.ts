import { followProjections } from '@pathlight/read-models/follow-projections.ts'
import { runProcess } from '@pathlight/runtime/run-process.ts'
import { addRoutes, openServer, openServing } from '@pathlight/runtime/serving.ts'
import { composeCommand } from './compose.ts'
import type { CommandWork } from './dependencies.ts'

/** A process of the command service. Any number of these processes may run. */
await runProcess<CommandWork>({
  name: 'command',
  compose: async (process) => {
    const serving = await openServing(process, followProjections)
    const app = await openServer(serving)
    await addRoutes(app, 'command', composeCommand(serving).routes)
    return { app, projector: serving.projector }
  },
})
