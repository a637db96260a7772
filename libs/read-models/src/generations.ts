import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { watchLiveCheckpoints } from './live-checkpoints.ts'
import {
  type Checkpoint,
  type Collection,
  type Document,
  NO_WORK,
  type Place,
  type ReadModel,
  type ReadModelStore,
  type Work,
} from './read-model-store.ts'
import { type Mark, markToText, type Signals } from './signals.ts'

/**
 * How long a replaced generation of a read model stays in the store, in milliseconds, because readers may still use it.
 */
export const OLD_GENERATION_KEPT_MS = 60_000
/**
 * A generation certainly still exists for this many milliseconds after its checkpoint was read. A reader that gets
 * documents later than that checks that the generation is still live, and otherwise reads the live one.
 */
const ANSWERS_COUNT_FOR_MS = OLD_GENERATION_KEPT_MS / 2

/** The methods of the store that engines implement: generations and checkpoints. */
export type Engine = Omit<
  ReadModelStore,
  'collection' | 'position' | 'waitFor' | 'stamp' | 'onMove' | 'put' | 'move' | 'close'
> & {
  /**
   * `mark`: the text of a mark (signals.ts) for other processes, or null. The engine sends the text with the commit, if
   * it can.
   */
  put(before: Checkpoint | null, after: Checkpoint | null, mark: string | null): Promise<boolean>
  move(checkpoints: readonly Checkpoint[], to: Place, work: Work, mark: string | null): Promise<boolean>
}

/**
 * Makes the store from an engine. Readers see the live generation, and readers that wait are told when its checkpoint
 * moves.
 */
export function readModelStore(engine: Engine, signals: Signals): ReadModelStore {
  const live = watchLiveCheckpoints(() => engine.checkpoints(), signals)

  /** Reads from the live generation. If that generation may have been dropped during the read, the read is repeated. */
  const reading = async <D extends Document, T>(
    model: ReadModel<D>,
    read: (generation: Collection<D>) => Promise<T>,
  ): Promise<T> => {
    for (;;) {
      const current = await live.generation(model.name)
      if (current === null) throw new StoreUnavailable(`The read model ${model.name}, which is being made,`)
      const answer = await read(engine.generation(model, current.generation)).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      const late = performance.now() - current.askedAt > ANSWERS_COUNT_FOR_MS
      if (late && (await live.generation(model.name))?.generation !== current.generation) continue
      if ('error' in answer) throw answer.error
      return answer.value
    }
  }

  /** Does the write. If it succeeds, tells readers in this process and in others which checkpoints have moved. */
  const telling = async (mark: Mark, write: (text: string | null) => Promise<boolean>): Promise<boolean> => {
    const text = mark.of.length === 0 ? null : markToText(mark)
    const written = await write(text)
    if (!written || text === null) return written
    live.learn(
      mark.of.map(({ name, generation }) => ({ name, generation, position: mark.position })),
      mark,
    )
    signals.publish(text)
    return written
  }

  return {
    ...engine,

    collection: (model) => ({
      get: (id) => reading(model, (generation) => generation.get(id)),
      find: (options) => reading(model, (generation) => generation.find(options)),
      count: (where, bounds) => reading(model, (generation) => generation.count(where, bounds)),
      distinct: (field, where) => reading(model, (generation) => generation.distinct(field, where)),
    }),

    position: (of) => live.position(of),
    waitFor: (position, timeoutMs, of) => live.waitFor(position, timeoutMs, of),

    put: (before, after) => {
      const position = after?.position ?? 0n
      const mark = { of: after?.live ? [after] : [], from: position, position, people: null }
      return telling(mark, (text) => engine.put(before, after, text))
    },
    move: (checkpoints, to, work = NO_WORK) => {
      const from = checkpoints[0]?.position ?? 0n
      const mark = { of: checkpoints.filter((one) => one.live), from, position: to.position, people: work.people }
      return telling(mark, (text) => engine.move(checkpoints, to, work, text))
    },
    stamp: (userId) => live.stamp(userId),
    onMove: (listener) => live.onMove(listener),

    close: () => live.close(),
  }
}
