import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * `print` prints a page that usually renders only a part of its content, after `fetchAll`. `isWhole`: the page is being printed, so it
 * must render everything.
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
