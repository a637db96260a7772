import { afterEach, beforeEach, expect } from 'vitest'
import {
  type Change,
  type Checkpoint,
  type Document,
  NO_WORK,
  type ReadModel,
  type ReadModelStore,
} from '../src/read-model-store.ts'

/** One server. */
export type ReadModelWorld = {
  /** A place on it that no other test has used. */
  space(): ReadModelSpace
  /** Events of a log that is rebuilt under load. */
  readonly manyEvents: number
  /** Documents of one commit; a stand-in that is slow with many says fewer. */
  readonly many: number
  close(): Promise<void>
}

/** Every store it opens is like another process on the same data. */
export type ReadModelSpace = {
  openStore(): ReadModelStore
  /** A store like any other, but the moving of checkpoints fails as `next` says. */
  openFragileStore(next: () => Breakage): ReadModelStore
  /** Ends every store it opened. */
  close(): Promise<void>
}

/** For each test a place of its own, with the stores of two processes on it. */
export function twoProcesses(running: () => ReadModelWorld) {
  const each = {} as { space: ReadModelSpace; store: ReadModelStore; other: ReadModelStore }
  beforeEach(() => {
    const space = running().space()
    Object.assign(each, { space, store: space.openStore(), other: space.openStore() })
  })
  afterEach(() => each.space.close())
  return each
}

/** What breaks at the moment checkpoints are moved: before it happens, or after, so that only the answer is lost. */
export type Breakage = 'before' | 'after' | null

/** For the engines' tests, to break a call of their driver. */
export async function breaking<T>(breakage: Breakage, error: Error, call: () => Promise<T>): Promise<T> {
  if (breakage === 'before') throw error
  const result = await call()
  if (breakage === 'after') throw error
  return result
}

/** A checkpoint of what is read, in a log of that name. */
export const liveCheckpoint = (name: string, changed: Partial<Checkpoint> = {}): Checkpoint => {
  return { name, generation: 1, version: 1, live: true, log: 'log', position: 0n, last: null, ...changed }
}

/** A read model that is read, and its documents written without a runner. */
export async function liveModel<D extends Document = Document>(
  store: ReadModelStore,
  indexes: readonly (readonly (keyof D & string)[])[] = [],
  personal: readonly string[] = [],
) {
  const model: ReadModel<D> = { name: 'things', indexes, personal }
  let checkpoint = liveCheckpoint('things')
  await store.make(model, 1)
  expect(await store.put(null, checkpoint)).toBe(true)
  const change = (id: string, doc: D | null, at: bigint): Change => ({ model: model.name, generation: 1, id, doc, at })
  return {
    model,
    checkpoint: () => checkpoint,
    change,
    docs: store.collection<D>(model),
    stored: store.generation<D>(model, 1),
    /** Commits the documents, one event each, after what was committed before. */
    async put(documents: Readonly<Record<string, D | null>>): Promise<bigint> {
      const changes = Object.entries(documents).map(([id, doc], i) =>
        change(id, doc, checkpoint.position + BigInt(i + 1)),
      )
      const after = { ...checkpoint, position: checkpoint.position + BigInt(changes.length) }
      expect(await store.move([checkpoint], after, { ...NO_WORK, changes })).toBe(true)
      checkpoint = after
      return after.position
    },
  }
}
