import type { ContactCaptcha } from '@pathlight/contracts/contact.ts'

/** Tells people from programs that send unwanted messages. */
export type Captcha = {
  /** What a sender has to solve now. */
  ask(): Promise<ContactCaptcha>
  /**
   * What an answer is to be spent as, where it is a right one; null for any other. Throws where that cannot be known now.
   * `address`: where it comes from.
   */
  check(token: string, address: string): Promise<string | null>
}

/** An answer is remembered as spent for so long, in milliseconds: longer than any answer is good for. */
export const SPENT_FOR_MS = 60 * 60 * 1000
