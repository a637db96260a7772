import { runProcess } from '@pathlight/runtime/run-process.ts'
import { composeAll } from './compose.ts'

await runProcess({ name: null, compose: composeAll })
