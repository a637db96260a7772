import { runProcess } from '@pathlight/processes/run-process.ts'

/** One of any number of processes that answer what reads. */
await runProcess(['query'])
