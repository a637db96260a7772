import { useEffect, useState } from 'react'
import { useHydrated } from '../../device/use-hydrated.ts'

const two = (number: number): string => String(number).padStart(2, '0')

/** The date where the reader is (2026-01-31), not that of UTC. */
export const localDate = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** Some days after a date (2026-01-31), or before it. */
export const dayBeside = (date: string, days: number): string => {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The reader's own date; null until the browser has taken the page over. A page that is come back to on another day has that day's. */
export const useToday = (): string | null => {
  const hydrated = useHydrated()
  const [, look] = useState(0)
  useEffect(() => {
    const again = () => look((times) => times + 1)
    document.addEventListener('visibilitychange', again)
    return () => document.removeEventListener('visibilitychange', again)
  }, [])
  return hydrated ? localDate(new Date()) : null
}
