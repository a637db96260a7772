import { useEffect, useState } from 'react'

/**
 * Returns `text` once it has not changed for `ms` milliseconds, and until then the earlier text. The first text and an
 * empty text are returned at once.
 */
export const useSettled = (text: string, ms: number): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return text === '' ? '' : settled
}
