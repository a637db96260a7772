import type { ContactCaptcha } from '@pathlight/contracts/contact.ts'

/** A check whether the sender of a message is a person or a program. */
export type Captcha = {
  /** A challenge for the sender. */
  ask(): Promise<ContactCaptcha>
  /**
   * Returns a unique name under which a right answer is marked as spent; null for a wrong answer. Throws HttpProblem
   * (503) when the CAPTCHA service cannot be reached. `address`: the sender's IP address.
   */
  check(token: string, address: string): Promise<string | null>
}

/** How long an answer stays marked as spent, in milliseconds. No challenge is valid for so long. */
export const SPENT_FOR_MS = 60 * 60 * 1000
