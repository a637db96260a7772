import { runProcess } from '@pathlight/processes/run-process.ts'

/** One of any number of processes that do what waits: mails, imports, closings. */
await runProcess(['worker'])
