import { startTransition, useEffect, useState } from 'react'

/** Whether the page has loaded everything that it needs to be seen and used. Less urgent code is fetched after that. */
export const useLoaded = (): boolean => {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    // As a transition, this change does not interrupt the hydration.
    const tell = () => startTransition(() => setLoaded(true))
    if (document.readyState === 'complete') tell()
    else window.addEventListener('load', tell, { once: true })
    return () => window.removeEventListener('load', tell)
  }, [])
  return loaded
}
