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

/** An old generation stays this long after readers were told of the new one. */
export const OLD_GENERATION_KEPT_MS = 60_000
/** An answer that came later than this after its generation was looked up may be that of one that was dropped. */
const ANSWERS_COUNT_FOR_MS = OLD_GENERATION_KEPT_MS / 2

/** What is left to the engine: to keep generations and checkpoints. */
export type Engine = Omit<
  ReadModelStore,
  'collection' | 'position' | 'waitFor' | 'stamp' | 'onMove' | 'put' | 'move' | 'close'
> & {
  /** `mark` is for other processes: told by the engine with the commit, where it can. */
  put(before: Checkpoint | null, after: Checkpoint | null, mark: string | null): Promise<boolean>
  move(checkpoints: readonly Checkpoint[], to: Place, work: Work, mark: string | null): Promise<boolean>
}

/** The store on an engine: readers are led to the generation that is live, and woken when it moves. */
export function readModelStore(engine: Engine, signals: Signals): ReadModelStore {
  const live = watchLiveCheckpoints(() => engine.checkpoints(), signals)

  /** Reads the live generation; again when it took so long that it may have been replaced and dropped meanwhile. */
  const reading = async <D extends Document, T>(
    model: ReadModel<D>,
    read: (generation: Collection<D>) => Promise<T>,
  ): Promise<T> => {
    for (;;) {
      const seen = await live.generation(model.name)
      if (seen === null) throw new StoreUnavailable(`The read model ${model.name}, which is being made,`)
      const answer = await read(engine.generation(model, seen.generation)).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      const late = performance.now() - seen.askedAt > ANSWERS_COUNT_FOR_MS
      if (late && (await live.generation(model.name))?.generation !== seen.generation) continue
      if ('error' in answer) throw answer.error
      return answer.value
    }
  }

  /** Has readers know of what is read now. */
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
