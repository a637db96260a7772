import { z } from 'zod'

/** A whole number in an address, as people write one: digits, with a minus where it is negative. Anything else gets `message`. */
export const wholeNumber = (message: string) =>
  z
    .string(message)
    .regex(/^-?\d{1,9}$/, message)
    .transform(Number)
