import { createServer, type Socket } from 'node:net'
import { waitForStore } from '@pathlight/stores/wait-for-store.ts'
import { BSON, type CommandStartedEvent, MongoClient } from 'mongodb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMongoClient, explainMongo } from './client.ts'
import { mongoWeaknesses } from './durability.ts'

type Answer = Record<string, unknown>
const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013

const message = (inAnswerTo: number, code: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(16)
  head.writeInt32LE(16 + body.length, 0)
  head.writeInt32LE(inAnswerTo, 8)
  head.writeInt32LE(code, 12)
  return Buffer.concat([head, body])
}
const reply = (request: Buffer, answer: (command: Answer) => Answer): Buffer => {
  const [id, code] = [request.readInt32LE(4), request.readInt32LE(12)]
  if (code === OP_QUERY) {
    const name = request.indexOf(0, 20)
    const body = Buffer.from(BSON.serialize({ ok: 1, ...answer(BSON.deserialize(request.subarray(name + 9))) }))
    const head = Buffer.alloc(20)
    head.writeInt32LE(1, 16)
    return message(id, OP_REPLY, Buffer.concat([head, body]))
  }
  const body = Buffer.from(
    BSON.serialize({ ok: 1, ...answer(BSON.deserialize(request.subarray(21, 21 + request.readInt32LE(21)))) }),
  )
  return message(id, OP_MSG, Buffer.concat([Buffer.alloc(5), body]))
}

/** A server that understands enough of MongoDB's protocol to answer commands with `answer`. */
const answering = async (answer: (command: Answer) => Answer): Promise<{ host: string; asked: Answer[] }> => {
  const asked: Answer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let rest = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      rest = Buffer.concat([rest, data])
      while (rest.length >= 16 && rest.length >= rest.readInt32LE(0)) {
        const request = rest.subarray(0, rest.readInt32LE(0))
        rest = rest.subarray(request.length)
        expect([OP_MSG, OP_QUERY]).toContain(request.readInt32LE(12))
        socket.write(
          reply(request, (command) => {
            asked.push(command)
            return answer(command)
          }),
        )
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { host: `127.0.0.1:${(server.address() as { port: number }).port}`, asked }
}

const ALONE = { isWritablePrimary: true, ismaster: true, helloOk: true, minWireVersion: 8, maxWireVersion: 21 }
const isHello = (command: Answer) => 'hello' in command || 'ismaster' in command || 'isMaster' in command
const inSet = (host: string, setName: string) => ({
  ...ALONE,
  setName,
  setVersion: 1,
  hosts: [host],
  primary: host,
  me: host,
})

const starting = async (url: string): Promise<unknown> => {
  const client = createMongoClient(url)
  onTestFinished(() => client.close())
  const signal = AbortSignal.timeout(20_000)
  const connect = () =>
    client.connect().catch((error: unknown) => {
      throw explainMongo(error, 'pathlight')
    })
  return waitForStore('MongoDB', connect, { log: () => undefined, signal }).then(
    () => null,
    (error: unknown) => error,
  )
}

describe('a MONGODB_URL that is wrong is refused in words', () => {
  it.each([
    ['a port that is none', 'mongodb://ann:secret@host:99999/x', /Unable to parse|not well-formed/],
    ['no host', 'mongodb://', /host list/],
    ['an option that is none', 'mongodb://host/x?foo=1', /option foo is not supported/],
    ['a password with an @', 'mongodb://ann:sec@ret@host/x', /Invalid connection string/],
  ])('%s', (_, url, words) => {
    let error: unknown
    try {
      createMongoClient(url)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ code: 'bad_store_address' })
    expect(String(error)).toMatch(/MONGODB_URL cannot be used/)
    expect(String(error)).toMatch(words)
    expect(String(error)).not.toMatch(/secret|sec@ret/)
  })

  it('a wrong password', async () => {
    const { host } = await answering((command) =>
      isHello(command)
        ? ALONE
        : { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' },
    )
    const error = await starting(`mongodb://ann:wrong@${host}/pathlight?authMechanism=SCRAM-SHA-256`)
    expect(String(error)).toMatch(/refuses the user or the password in MONGODB_URL/)
  })

  it.each([
    ['another replica set', 'rs0'],
    ['a server that is in none', null],
  ])('the name of a replica set, with %s', async (_, setName) => {
    const { host } = await answering(() => (setName === null ? ALONE : inSet(host, setName)))
    const error = await starting(`mongodb://${host}/pathlight?replicaSet=other`)
    expect(String(error)).toMatch(/MONGODB_URL names the replica set other, and the server there does not belong to it/)
  })

  it('a user who may not write', async () => {
    const { host } = await answering((command) =>
      isHello(command) ? ALONE : { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized on pathlight' },
    )
    const client = createMongoClient(`mongodb://${host}/`)
    onTestFinished(() => client.close())
    const error = await client
      .db('pathlight')
      .collection('things')
      .insertOne({})
      .catch((thrown: unknown) => explainMongo(thrown, 'pathlight'))
    expect(String(error)).toMatch(/user in MONGODB_URL work in the database pathlight.*readWrite/)
  })

  it('but a set that is not begun yet, and a server that is not there, are waited for', async () => {
    const { host } = await answering(() => ({
      ...ALONE,
      isWritablePrimary: false,
      ismaster: false,
      isreplicaset: true,
    }))
    for (const url of [`mongodb://${host}/?replicaSet=rs0`, 'mongodb://127.0.0.1:1/?replicaSet=rs0']) {
      const client = createMongoClient(url)
      onTestFinished(() => client.close())
      const error = await client.connect().catch((thrown: unknown) => explainMongo(thrown, 'x'))
      expect(error).not.toMatchObject({ code: 'bad_store_address' })
    }
  })
})

describe('whatever the address says', () => {
  const HOSTED =
    'w=1&journal=false&readPreference=secondaryPreferred&readPreferenceTags=dc:ny&maxStalenessSeconds=120&retryWrites=true&wtimeoutMS=5&readConcernLevel=available'

  it('a write is on the disks of a majority before it is confirmed, and a read asks the primary', async () => {
    const { host, asked } = await answering((command) =>
      isHello(command) ? inSet(host, 'rs0') : { n: 1, cursor: { id: 0n, ns: 'x.things', firstBatch: [] } },
    )
    const client = createMongoClient(`mongodb://${host}/x?replicaSet=rs0&${HOSTED}`)
    onTestFinished(() => client.close())
    const things = client.db('x').collection<{ _id: string }>('things')
    await things.insertOne({ _id: 'a' })
    await things.updateOne({ _id: 'a' }, { $set: { b: 1 } })
    await things.deleteOne({ _id: 'a' })
    await things.bulkWrite([{ insertOne: { document: { _id: 'b' } } }])
    await things.createIndex({ b: 1 })
    await things.find().toArray()
    const of = (name: string) => asked.filter((command) => name in command)
    const writes = ['insert', 'update', 'delete', 'createIndexes'].flatMap(of)
    expect(writes).toHaveLength(5)
    for (const { writeConcern } of writes) expect(writeConcern).toEqual({ w: 'majority', j: true })
    const reads = of('find')
    expect(reads).toHaveLength(1)
    // In the protocol, an absent read preference means 'primary'.
    for (const read of reads) expect([read.$readPreference, read.readConcern]).toEqual([undefined, undefined])
  })

  it('which is what the address would say without that', async () => {
    const { host, asked } = await answering((command) =>
      isHello(command) ? inSet(host, 'rs0') : { n: 1, cursor: { id: 0n, ns: 'x.things', firstBatch: [] } },
    )
    const plain = new MongoClient(`mongodb://${host}/x?replicaSet=rs0&${HOSTED}`, { monitorCommands: true })
    onTestFinished(() => plain.close())
    const started: CommandStartedEvent[] = []
    plain.on('commandStarted', (event) => started.push(event))
    await plain.db('x').collection<{ _id: string }>('things').insertOne({ _id: 'a' })
    expect(asked.find((command) => 'insert' in command)?.writeConcern).toMatchObject({ w: 1, j: false })
    expect(started.map(({ commandName }) => commandName)).toContain('insert')
  })
})

describe('what a server of MongoDB cannot do', () => {
  const weaknessesOf = async (hello: (host: string) => Answer): Promise<string[]> => {
    const { host } = await answering(() => hello(host))
    const client = createMongoClient(`mongodb://${host}/?directConnection=true`)
    onTestFinished(() => client.close())
    return mongoWeaknesses(client.db('x'))
  }

  it('is said of a single one, and of no replica set and no sharded cluster', async () => {
    expect((await weaknessesOf(() => ALONE)).join()).toMatch(/single server, not as a replica set/)
    expect(await weaknessesOf((host) => inSet(host, 'rs0'))).toEqual([])
    expect(await weaknessesOf(() => ({ ...ALONE, msg: 'isdbgrid' }))).toEqual([])
  })
})
