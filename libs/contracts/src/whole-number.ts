import { z } from 'zod'

/**
 * A whole number in an address: up to nine digits, with a minus if it is negative. `message`: the refusal of any other
 * text.
 */
export const wholeNumber = (message: string) =>
  z
    .string(message)
    .regex(/^-?\d{1,9}$/, message)
    .transform(Number)
