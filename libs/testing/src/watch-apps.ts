import { afterAll, afterEach } from 'vitest'
import { saidByApps } from './app-process.ts'
import { endAll } from './at-the-end.ts'

// Vitest's setup of every test file: prints the output of a failed test's apps, and ends all apps after the file.
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const said of saidByApps(task.result.startTime ?? 0)) console.error(`What an app of this test printed:\n${said}`)
})
afterAll(endAll)
