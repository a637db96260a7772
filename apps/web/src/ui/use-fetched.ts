import { startTransition, useEffect, useState } from 'react'

/** A module's function, fetched once `wanted`; null until then. So code that is needed later delays no text. */
export const useFetched = <Fetched>(wanted: boolean, fetch: () => Promise<Fetched>): Fetched | null => {
  const [fetched, setFetched] = useState<{ is: Fetched } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same function, written where it is used
  useEffect(() => {
    if (!wanted) return
    // In a task of its own: naming the files to a slow phone's browser, of all that a chapter fetches, took a third of the task after
    // React had taken the page over. What could not be fetched is missing; the text is there all the same.
    const fetching = setTimeout(() => {
      fetch().then(
        // Several that come at once are rendered once, and behind what the page is taken over with.
        (is) => startTransition(() => setFetched({ is })),
        () => undefined,
      )
    })
    return () => clearTimeout(fetching)
  }, [wanted])
  return fetched?.is ?? null
}
