import { parentPort } from 'node:worker_threads'
import type { Done } from './elsewhere.ts'

/**
 * Does the tasks that arrive in this thread with `work`, and posts the results back. A thread's program calls it once
 * (elsewhere.ts). The room sends a task only after the one before has ended.
 */
export const answerTasks = <In, Out>(work: (input: In) => Out | Promise<Out>): void => {
  parentPort?.on('message', async (input: In) => {
    const done: Done = await (async () => ({ value: await work(input) }))().catch((error: unknown) => ({
      failed: error instanceof Error ? error.message : String(error),
    }))
    parentPort?.postMessage(done)
  })
}
