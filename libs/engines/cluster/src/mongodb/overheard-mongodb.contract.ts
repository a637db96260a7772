import { connect, createServer, type Socket } from 'node:net'
import { BSON } from 'mongodb'
import { afterAll } from 'vitest'

/** A command as a driver sends it. Its first field is the command's name. */
export type MongoCommand = Readonly<Record<string, unknown>>

const OP_MSG = 2013

/**
 * The command in a message, together with the documents in the message's other sections. Null if the message is no
 * command.
 */
const commandIn = (message: Buffer): MongoCommand | null => {
  if (message.readInt32LE(12) !== OP_MSG) return null
  let command: Record<string, unknown> = {}
  const beside: Record<string, unknown[]> = {}
  const end = message.length - (message.readInt32LE(16) & 1 ? 4 : 0)
  for (let at = 20; at < end; ) {
    const kind = message[at]
    const length = message.readInt32LE(at + 1)
    const part = message.subarray(at + 1, at + 1 + length)
    if (kind === 0) command = BSON.deserialize(part)
    else {
      const name = part.toString('utf8', 4, part.indexOf(0, 4))
      const documents: unknown[] = []
      for (let start = 5 + name.length; start < part.length; start += part.readInt32LE(start))
        documents.push(BSON.deserialize(part.subarray(start, start + part.readInt32LE(start))))
      beside[name] = documents
    }
    at += 1 + length
  }
  return { ...command, ...beside }
}

/**
 * Starts a proxy before a MongoDB server, and returns its address. `onCommand` receives every command that a driver
 * sends through the proxy. The proxy closes after the tests of the file.
 */
export const overheardMongoDb = async (url: string, onCommand: (command: MongoCommand, bytes: number) => void) => {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const behind = connect(Number(port), hostname)
    let rest = Buffer.alloc(0)
    for (const one of [socket, behind]) {
      sockets.add(one)
      one.on('error', () => undefined)
    }
    socket.on('close', () => behind.destroy())
    behind.on('close', () => socket.destroy())
    behind.pipe(socket)
    socket.on('data', (data) => {
      behind.write(data)
      rest = Buffer.concat([rest, data])
      while (rest.length >= 16 && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0))
        rest = rest.subarray(message.length)
        const command = commandIn(message)
        if (command !== null) onCommand(command, message.length)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const through = new URL(url)
  through.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  // A member of a replica set would tell the driver its own address, and the driver would bypass the proxy.
  through.searchParams.delete('replicaSet')
  through.searchParams.set('directConnection', 'true')
  return through.toString()
}
