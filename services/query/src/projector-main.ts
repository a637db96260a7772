import { runProcess } from '@pathlight/runtime/run-process.ts'
import { openServer, openServing } from '@pathlight/runtime/serving.ts'
import { startProjector } from './projector.ts'

/**
 * A process that keeps the read models up to date. Any number of these processes may run: one projects, and the others
 * wait to replace it.
 */
await runProcess({
  name: 'projector',
  compose: async (process) => {
    const serving = await openServing(process, startProjector)
    return { app: await openServer(serving), projector: serving.projector }
  },
})
