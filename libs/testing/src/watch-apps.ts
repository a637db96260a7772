import { afterAll, afterEach } from 'vitest'
import { saidByApps } from './app-process.ts'
import { endAll } from './at-the-end.ts'

// Vitest's set-up of every test file: what the apps of a failed test printed is shown with it, and none outlives its file.
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const said of saidByApps(task.result.startTime ?? 0)) console.error(`What an app of this test printed:\n${said}`)
})
afterAll(endAll)
