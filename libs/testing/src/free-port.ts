import { createServer } from 'node:net'

// Below what any system gives to outgoing connections (Linux from 32,768, others from 49,152): a server that is killed
// finds its port free when it starts again.
const FIRST = 20_000
const LAST = 32_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port of loopback that nobody listens on, and that no connection takes by chance. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) return port
  }
}
