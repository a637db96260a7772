type Waiting = { readonly go: () => void; readonly refuse: (reason: Error) => void }

export type Turns = {
  /**
   * Does the work when it is the asker's turn. Throws what `full` says when too many wait: it is who has the most waiting that
   * hears it.
   */
  readonly inTurn: <T>(asker: string, work: () => Promise<T>) => Promise<T>
}

/**
 * Keeps what is scarce to `mostAtOnce` at a time, in turns between those who ask: who asks for much waits for that, and not
 * everybody else. `mostWaiting`: of all askers together; 0 or more.
 */
export const takeTurns = (options: {
  readonly mostAtOnce: number
  readonly mostWaiting: number
  readonly full: () => Error
}): Turns => {
  const { mostAtOnce, mostWaiting, full } = options
  let running = 0
  let waitingInAll = 0
  /** Whose turn is next comes first. */
  const queues = new Map<string, Waiting[]>()

  const wait = (asker: string) =>
    new Promise<void>((go, refuse) => {
      const own = queues.get(asker) ?? []
      if (waitingInAll >= mostWaiting) {
        const longest = [...queues.values()].reduce((one, other) => (other.length > one.length ? other : one), own)
        if (longest === own) {
          refuse(full())
          return
        }
        longest.pop()?.refuse(full())
      } else waitingInAll += 1
      own.push({ go, refuse })
      queues.set(asker, own)
    })

  const next = (): Waiting | undefined => {
    const [turn] = queues
    if (turn === undefined) return undefined
    const [asker, queue] = turn
    const first = queue.shift()
    queues.delete(asker)
    if (queue.length > 0) queues.set(asker, queue)
    waitingInAll -= 1
    return first
  }

  return {
    inTurn: async (asker, work) => {
      // Whoever finishes hands its place over, so `running` stays as it is.
      if (running >= mostAtOnce) await wait(asker)
      else running += 1
      try {
        return await work()
      } finally {
        const waiting = next()
        if (waiting) waiting.go()
        else running -= 1
      }
    },
  }
}
