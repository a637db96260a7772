import { runProcess } from '@pathlight/processes/run-process.ts'

/** One of any number of processes that give browsers the web app, its first HTML included. */
await runProcess(['pages'])
