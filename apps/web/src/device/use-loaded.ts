import { startTransition, useEffect, useState } from 'react'

/** Whether the page has come with all that it needs to be seen and used: what can wait is fetched after that. */
export const useLoaded = (): boolean => {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    // Behind what the page is taken over with: both are rendered in one go.
    const tell = () => startTransition(() => setLoaded(true))
    if (document.readyState === 'complete') tell()
    else window.addEventListener('load', tell, { once: true })
    return () => window.removeEventListener('load', tell)
  }, [])
  return loaded
}
