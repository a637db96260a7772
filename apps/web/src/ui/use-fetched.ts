import { useEffect, useState } from 'react'

/** A module's function, fetched once `wanted`; null until then. So code that is needed later delays no text. */
export const useFetched = <Fetched>(wanted: boolean, fetch: () => Promise<Fetched>): Fetched | null => {
  const [fetched, setFetched] = useState<{ is: Fetched } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same function, written where it is used
  useEffect(() => {
    // What could not be fetched is missing; the text is there all the same.
    if (wanted)
      fetch().then(
        (is) => setFetched({ is }),
        () => undefined,
      )
  }, [wanted])
  return fetched?.is ?? null
}
