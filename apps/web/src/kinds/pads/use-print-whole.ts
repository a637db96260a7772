import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * For printing a page that usually renders only a part. `print` calls `fetchAll` and then prints, unless the person has
 * left the page. `isWhole` is true while the page is printed, so the page must then render everything.
 */
export const usePrintWhole = (fetchAll: () => Promise<unknown>) => {
  const [isWhole, setWhole] = useState(false)
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
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
      if (!hasLeft.current) print()
    },
  }
}
