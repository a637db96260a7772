import { runProcess } from '@pathlight/processes/run-process.ts'

/** One of any number of processes that keep the read models up to date: one works, the others stand by. */
await runProcess(['projector'])
