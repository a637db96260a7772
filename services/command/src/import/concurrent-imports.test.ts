import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandUnderTest, signUpSomebody } from '../command-under-test.contract.ts'
import type { Importer } from './importer.ts'
import { importerUnderTest } from './importer-under-test.contract.ts'

const ROWS = 3_000
const CHOICES = { columns: null, version: null }

const under = commandUnderTest()
let importer: Importer
beforeAll(() => {
  importer = importerUnderTest(under)
})
afterAll(() => importer.close())

/** A table that comes in two parts: the second when it is let go. */
const inTwoParts = (name: string, rows: number) => {
  const { promise: second, resolve: letGo, reject: breakOff } = Promise.withResolvers<void>()
  const { promise: halfIsHere, resolve: tellHalf } = Promise.withResolvers<void>()
  const lines = Array.from({ length: rows }, (_, n) => `John 3:${1 + (n % 36)},${name} ${n}\n`)
  async function* file() {
    yield Buffer.from(`Verse,Note\n${lines.slice(0, rows / 2).join('')}`)
    tellHalf()
    await second
    yield Buffer.from(lines.slice(rows / 2).join(''))
  }
  return { file: file(), halfIsHere, letGo, breakOff }
}
const work = async (userId: string, importId: string) => {
  await importer.work({ userId, importId }, { signal: new AbortController().signal, isLast: true })
  return importer.find(userId)
}

it('an import whose request was sent once more is not lost when the first one breaks off at last', async () => {
  const { id: userId } = await signUpSomebody(under)
  const importId = randomUUID()
  const first = inTwoParts('a', ROWS)
  const broken = importer.begin({ userId, deviceId: null }, importId, first.file, CHOICES)
  await first.halfIsHere
  const again = inTwoParts('a', 12)
  again.letGo()
  await importer.begin({ userId, deviceId: null }, importId, again.file, CHOICES)
  first.breakOff(new Error('The connection was closed'))
  await expect(broken).rejects.toThrow('The connection was closed')
  expect(await work(userId, importId)).toMatchObject({ status: 'done', done: 12 })
})

it('an import that was taken is not lost to another whose file came at the same time', async () => {
  const { id: userId } = await signUpSomebody(under)
  const [one, other] = [inTwoParts('a', 12), inTwoParts('b', ROWS)]
  const [oneId, otherId] = [randomUUID(), randomUUID()]
  const late = importer.begin({ userId, deviceId: null }, otherId, other.file, CHOICES)
  await other.halfIsHere
  one.letGo()
  await importer.begin({ userId, deviceId: null }, oneId, one.file, CHOICES)
  other.letGo()
  await expect(late).rejects.toMatchObject({ status: 409, code: 'import_running' })
  expect(await work(userId, oneId)).toMatchObject({ job: oneId, status: 'done', done: 12 })
})
