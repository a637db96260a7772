import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Prints a page whose content is rendered in part, after `fetchAll`. `isWhole`: everything must be rendered, because it is being
 * printed.
 */
export const usePrintWhole = (fetchAll: () => Promise<unknown>) => {
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setWhole(true))
    const after = () => setWhole(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return {
    isWhole,
    print: async () => {
      await fetchAll()
      print()
    },
  }
}
