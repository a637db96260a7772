import { afterEach, beforeEach, expect } from 'vitest'
import {
  type Change,
  type Checkpoint,
  type Document,
  NO_WORK,
  type ReadModel,
  type ReadModelStore,
} from '../src/read-model-store.ts'

/** A server on which the contracts make read models. */
export type ReadModelWorld = {
  /** Returns an empty place on the server for one test. */
  space(): ReadModelSpace
  /** The number of events in the log of the test that rebuilds under load. */
  readonly manyEvents: number
  /**
   * About the most documents that a test writes in one commit. The number is smaller for a server that is slow with
   * many documents.
   */
  readonly many: number
  close(): Promise<void>
}

/**
 * A place on the server for one test. Each store that it opens is like the store of another process on the same data.
 */
export type ReadModelSpace = {
  openStore(): ReadModelStore
  /** Opens a store in which moving checkpoints fails as `next` says. */
  openFragileStore(next: () => Breakage): ReadModelStore
  /** Closes every store that the place has opened. */
  close(): Promise<void>
}

/** Gives each test a place of its own, with the stores of two processes. */
export function twoProcesses(running: () => ReadModelWorld) {
  const each = {} as { space: ReadModelSpace; store: ReadModelStore; other: ReadModelStore }
  beforeEach(() => {
    const space = running().space()
    Object.assign(each, { space, store: space.openStore(), other: space.openStore() })
  })
  afterEach(() => each.space.close())
  return each
}

/** When a call fails: before the store does it, or after, so that only the answer is lost. Null: never. */
export type Breakage = 'before' | 'after' | null

/** Makes the call, and throws `error` before or after it, as `breakage` says. */
export async function breaking<T>(breakage: Breakage, error: Error, call: () => Promise<T>): Promise<T> {
  if (breakage === 'before') throw error
  const result = await call()
  if (breakage === 'after') throw error
  return result
}

/** The checkpoint of a live generation, in the log named `log`. */
export const liveCheckpoint = (name: string, changed: Partial<Checkpoint> = {}): Checkpoint => {
  return { name, generation: 1, version: 1, live: true, log: 'log', position: 0n, last: null, ...changed }
}

/** A live read model whose documents a test writes without a runner. */
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
    /** Commits the documents, by id, each at a position of its own after the last commit. Null removes a document. */
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
