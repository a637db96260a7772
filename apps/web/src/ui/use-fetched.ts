import { useEffect, useState } from 'react'

/** A module's function, fetched once `wanted`: what nobody needs before the text is read is not fetched before it. Null until then. */
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
