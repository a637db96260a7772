import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

// Starts the app, which restarts at each change, and Vite with hot reload in front of the app. A person opens Vite's
// port in the browser. Vite forwards /api and /language to the app.
const root = join(import.meta.dirname, '../..')
const port = process.env.PORT ?? '3000'
const start = (args: readonly string[], cwd = root): ChildProcess =>
  spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, PORT: port } })

const children = [
  start([
    '--watch',
    '--watch-preserve-output',
    '--disable-warning=ExperimentalWarning',
    join(root, 'apps/standalone/src/main.ts'),
  ]),
  start([join(root, 'node_modules/vite/bin/vite.js')], join(root, 'apps/web')),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, stop)
for (const child of children) child.on('exit', stop)
