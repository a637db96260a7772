import { startTransition, useEffect, useState } from 'react'

/**
 * A function of a module that is imported once `wanted` is true; null until it has loaded. So code that is needed later
 * does not delay the text.
 */
export const useFetched = <Fetched>(wanted: boolean, fetch: () => Promise<Fetched>): Fetched | null => {
  const [fetched, setFetched] = useState<{ is: Fetched } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same function, written where it is used
  useEffect(() => {
    if (!wanted) return
    // The imports start in a task of their own. Naming the files of a chapter's code took a slow phone a third of the
    // task that follows hydration. If an import fails, its feature is missing and the text stays.
    const timer = setTimeout(() => {
      fetch().then(
        // A transition renders modules that load together once, after hydration.
        (is) => startTransition(() => setFetched({ is })),
        () => undefined,
      )
    })
    return () => clearTimeout(timer)
  }, [wanted])
  return fetched?.is ?? null
}
