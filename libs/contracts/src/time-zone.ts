import { z } from 'zod'
import { refusal } from './refusal.ts'

const BAD_ZONE = refusal('bad_time_zone', 'A time zone has a name such as Asia/Seoul.')

const isZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The name of a time zone (IANA), such as Asia/Seoul. */
export const timeZoneName = z.string(BAD_ZONE).max(60, BAD_ZONE).refine(isZone, BAD_ZONE)
