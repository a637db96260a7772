import { HttpProblem } from '@pathlight/http/problem.ts'
import type { RunningProjections } from '@pathlight/read-models/projection-status.ts'
import type { Collection, Document } from '@pathlight/read-models/read-model-store.ts'
import type { Stores } from './engines.ts'

/** The value of the header Retry-After. The operator must act first, so a shorter time would be useless. */
const RETRY_AFTER_SECONDS = '10'

const refused = (): HttpProblem =>
  new HttpProblem(
    503,
    'log_set_back',
    'What you keep here cannot be shown or saved right now: this server was restored from an older backup, which its operator must put in order first.',
    { headers: { 'retry-after': RETRY_AFTER_SECONDS } },
  )

/**
 * Wraps the log and the read models for the calls of services. While the log is older than the read models, writes to
 * the log and reads of the read models throw. Otherwise people would read items that are not in the log, and never see
 * their new writes.
 */
export const whileNotSetBack = (
  { log, readModels }: Pick<Stores, 'log' | 'readModels'>,
  { refusal }: Pick<RunningProjections, 'refusal'>,
): Pick<Stores, 'log' | 'readModels'> => {
  const unlessRefused = <A extends unknown[], T>(work: (...asked: A) => Promise<T>) => {
    return async (...asked: A): Promise<T> => {
      if (refusal() !== null) throw refused()
      return work(...asked)
    }
  }
  const checked = <D extends Document>({ get, find, count, distinct }: Collection<D>): Collection<D> => ({
    get: unlessRefused(get),
    find: unlessRefused(find),
    count: unlessRefused(count),
    distinct: unlessRefused(distinct),
  })
  return {
    log: {
      ...log,
      appendToStream: unlessRefused(log.appendToStream),
      appendEach: unlessRefused(log.appendEach),
    },
    readModels: {
      ...readModels,
      collection: (model) => checked(readModels.collection(model)),
      position: unlessRefused(readModels.position),
      waitFor: unlessRefused(readModels.waitFor),
    },
  }
}
