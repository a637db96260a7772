import { ALL_PARTS } from '@pathlight/processes/parts.ts'
import { runProcess } from '@pathlight/processes/run-process.ts'

/** All of Pathlight in one process: what `npm start` starts. */
await runProcess(ALL_PARTS)
