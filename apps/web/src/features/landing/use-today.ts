import { useEffect, useState } from 'react'
import { useHydrated } from '../../device/use-hydrated.ts'

const two = (number: number): string => String(number).padStart(2, '0')

/** The date in the device's time zone (2026-01-31). */
export const localDate = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** The date `days` after a date (2026-01-31), or before it if `days` is negative. */
export const dayBeside = (date: string, days: number): string => {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The reader's local date, or null until hydration. It is updated when the person returns to the page. */
export const useToday = (): string | null => {
  const hydrated = useHydrated()
  const [, forceUpdate] = useState(0)
  useEffect(() => {
    const again = () => forceUpdate((times) => times + 1)
    document.addEventListener('visibilitychange', again)
    return () => document.removeEventListener('visibilitychange', again)
  }, [])
  return hydrated ? localDate(new Date()) : null
}
