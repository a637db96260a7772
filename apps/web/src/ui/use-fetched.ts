import { startTransition, useEffect, useState } from 'react'

/**
 * Calls `fetch` when `wanted` becomes true, and returns the result. Null until the result arrives, and after a failure.
 * Fetching does not delay the page's text.
 */
export const useFetched = <Fetched>(wanted: boolean, fetch: () => Promise<Fetched>): Fetched | null => {
  const [fetched, setFetched] = useState<{ is: Fetched } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers pass the same function each time, written inline
  useEffect(() => {
    if (!wanted) return
    // A timer gives the imports a task of their own, because on a slow phone they would lengthen the task after
    // hydration. If an import fails, only its feature is missing.
    const timer = setTimeout(() => {
      fetch().then(
        // A transition renders the results of several imports together, after hydration.
        (is) => startTransition(() => setFetched({ is })),
        () => undefined,
      )
    })
    return () => clearTimeout(timer)
  }, [wanted])
  return fetched?.is ?? null
}
