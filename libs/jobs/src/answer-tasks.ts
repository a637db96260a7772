import { parentPort } from 'node:worker_threads'
import type { Done } from './elsewhere.ts'

/**
 * The program of a thread calls this once (elsewhere.ts). `work` does each task that arrives, and its result is posted back.
 * The room sends a task only when the one before is over.
 */
export const answerTasks = <In, Out>(work: (input: In) => Out | Promise<Out>): void => {
  parentPort?.on('message', async (input: In) => {
    const done: Done = await (async () => ({ value: await work(input) }))().catch((error: unknown) => ({
      failed: error instanceof Error ? error.message : String(error),
    }))
    parentPort?.postMessage(done)
  })
}
