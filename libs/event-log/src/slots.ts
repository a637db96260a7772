/** Lets at most `size` things be under way at once; the others wait, first come first served. */
export function slots(size: number): { take(): Promise<() => void>; idle(): Promise<void> } {
  const waiting: (() => void)[] = []
  const idlers: (() => void)[] = []
  let taken = 0
  const free = () => {
    const next = waiting.shift()
    if (next) return next()
    taken--
    if (taken === 0) for (const idler of idlers.splice(0)) idler()
  }
  return {
    /** Resolves with the function that gives the slot back. */
    async take() {
      if (taken < size) taken++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let given = false
      return () => {
        if (given) return
        given = true
        free()
      }
    },
    /** Resolves when none is taken. */
    async idle() {
      if (taken > 0) await new Promise<void>((resolve) => idlers.push(resolve))
    },
  }
}
