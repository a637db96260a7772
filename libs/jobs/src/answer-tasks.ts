import { parentPort } from 'node:worker_threads'
import type { Done } from './elsewhere.ts'

/**
 * Calls `work` with each message to this worker thread, and posts its result or the message of its error back. The
 * thread's program calls this function once. `openRoom` (elsewhere.ts) sends the next task only after the answer to the
 * last task.
 */
export const answerTasks = <In, Out>(work: (input: In) => Out | Promise<Out>): void => {
  parentPort?.on('message', async (input: In) => {
    const done: Done = await (async () => ({ value: await work(input) }))().catch((error: unknown) => ({
      failed: error instanceof Error ? error.message : String(error),
    }))
    parentPort?.postMessage(done)
  })
}
