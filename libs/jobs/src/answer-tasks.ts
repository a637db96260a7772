import { parentPort } from 'node:worker_threads'
import type { Done } from './elsewhere.ts'

/** Called once by the program of a thread (see elsewhere.ts): does the tasks that arrive, one after another. */
export const answerTasks = <In, Out>(work: (input: In) => Out | Promise<Out>): void => {
  parentPort?.on('message', async (input: In) => {
    const done: Done = await (async () => ({ value: await work(input) }))().catch((error: unknown) => ({
      failed: error instanceof Error ? error.message : String(error),
    }))
    parentPort?.postMessage(done)
  })
}
