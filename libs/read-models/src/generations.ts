import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { watchLiveGroup } from './live-group.ts'
import {
  type Collection,
  type Document,
  type Group,
  LIVE,
  NO_WORK,
  type ReadModel,
  type ReadModelStore,
  type Work,
} from './read-model-store.ts'
import { type Mark, markToText, type Signals } from './signals.ts'

/** An old generation stays this long after readers were told of the new one. */
export const OLD_GENERATION_KEPT_MS = 60_000
/** An answer that came later than this after its generation was looked up may be that of one that was dropped. */
const ANSWERS_COUNT_FOR_MS = OLD_GENERATION_KEPT_MS / 2

/** What is left to the engine: to keep generations and groups. */
export type Engine = Omit<
  ReadModelStore,
  'collection' | 'position' | 'waitFor' | 'stamp' | 'onMove' | 'write' | 'close'
> & {
  /** `mark` is for other processes: told by the engine with the commit, where it can. */
  write(before: Group | null, after: Group, work: Work, mark: string | null): Promise<boolean>
}

/** The store on an engine: readers are led to the live generation, and woken when it moves. */
export function readModelStore(engine: Engine, signals: Signals): ReadModelStore {
  const live = watchLiveGroup(() => engine.groups(), signals)

  /** Reads the live generation; again when it took so long that it may have been replaced and dropped meanwhile. */
  const reading = async <D extends Document, T>(
    model: ReadModel<D>,
    read: (generation: Collection<D>) => Promise<T>,
  ): Promise<T> => {
    for (;;) {
      const seen = await live.seen()
      const member = seen?.group.members[model.name]
      if (!seen || !member) throw new StoreUnavailable(`The read model ${model.name}, which is being made,`)
      const answer = await read(engine.generation(model, member.generation)).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      const late = performance.now() - seen.askedAt > ANSWERS_COUNT_FOR_MS
      if (late && (await live.seen())?.group.members[model.name]?.generation !== member.generation) continue
      if ('error' in answer) throw answer.error
      return answer.value
    }
  }

  return {
    ...engine,

    collection: (model) => ({
      get: (id) => reading(model, (generation) => generation.get(id)),
      find: (options) => reading(model, (generation) => generation.find(options)),
      count: (where, bounds) => reading(model, (generation) => generation.count(where, bounds)),
      distinct: (field, where) => reading(model, (generation) => generation.distinct(field, where)),
    }),

    position: async () => (await live.seen())?.group.position ?? 0n,
    waitFor: (position, timeoutMs) => live.waitFor(position, timeoutMs),

    async write(before, after, work = NO_WORK) {
      const askedAt = performance.now()
      const { revision, position } = after
      const mark: Mark = { revision, from: before?.position ?? 0n, position, people: work.people }
      const text = after.name === LIVE ? markToText(mark) : null
      const written = await engine.write(before, after, work, text)
      if (written && text !== null) {
        live.learn({ group: after, askedAt }, mark)
        signals.publish(text)
      }
      return written
    },
    stamp: (userId) => live.stamp(userId),
    onMove: (listener) => live.onMove(listener),

    close: () => live.close(),
  }
}
