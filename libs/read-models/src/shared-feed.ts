import { byPosition, type ProjectedLog, type ProjectionRunner, type Taken } from './projection-runner.ts'
import { readAhead } from './read-ahead.ts'

/** One live reading of the log for all projections that are at about the same position. */
export type SharedFeed = {
  /** Follows the log until the runner is overtaken, or the feed ends. */
  follow(runner: ProjectionRunner): Promise<'overtaken' | 'ended'>
  /** Lets the runner leave, as if overtaken, when it is not at work on a batch. */
  release(runner: ProjectionRunner): void
  /** Ends when the signal aborts. */
  run(): Promise<void>
}

export function sharedFeed(
  log: ProjectedLog,
  {
    signal,
    feedSize,
    commitSize,
    onError,
  }: { signal: AbortSignal; feedSize: number; commitSize: number; onError: (error: unknown) => Promise<void> },
): SharedFeed {
  type Follower = { runner: ProjectionRunner; leave: (reason: 'overtaken' | 'ended') => void; released: boolean }
  const followers = new Set<Follower>()
  let wake = () => {}
  let turn = new AbortController()
  /** Ends the present reading at its next boundary; the loop begins another from where the followers are. */
  const regroup = () => {
    turn.abort()
    wake()
  }
  signal.addEventListener('abort', regroup, { once: true })

  const leave = (follower: Follower) => {
    followers.delete(follower)
    follower.leave('overtaken')
  }

  const readOn = async () => {
    const reading = turn
    const [after = 0n] = [...followers].map(({ runner }) => runner.position).sort(byPosition)
    const batches = log.batches({ after, live: true, size: feedSize, signal: reading.signal })
    for await (const batch of readAhead(batches, commitSize, () => reading.abort())) {
      const taken = await Promise.all(
        [...followers].map(
          async (follower): Promise<[Follower, Taken]> => [follower, await follower.runner.take(batch)],
        ),
      )
      for (const [follower, outcome] of taken) if (outcome === 'overtaken') leave(follower)
      if (reading.signal.aborted || followers.size === 0) return
    }
  }

  return {
    follow(runner) {
      return new Promise((resolve) => {
        followers.add({ runner, leave: resolve, released: false })
        regroup()
      })
    },

    release(runner) {
      for (const follower of followers) if (follower.runner === runner) follower.released = true
      regroup()
    },

    async run() {
      while (!signal.aborted) {
        for (const follower of followers) if (follower.released) leave(follower)
        if (followers.size === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve
            if (signal.aborted) resolve()
          })
          continue
        }
        turn = new AbortController()
        try {
          await readOn()
        } catch (error) {
          if (!signal.aborted && !turn.signal.aborted) await onError(error)
        }
      }
      for (const follower of followers) follower.leave('ended')
      followers.clear()
    },
  }
}
