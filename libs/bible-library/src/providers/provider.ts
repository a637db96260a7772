import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Book } from '@pathlight/scripture/books.ts'

export type RemoteChapter = {
  /** The verses by ascending number; empty when the service has no such chapter. */
  readonly verses: readonly Verse[]
  /** The notice that the service requires with the text; null for none. */
  readonly copyright: string | null
}

/** An online service with texts that the library lacks. */
export type Provider = {
  /** The service's name for logs and messages, for example ESV API. */
  readonly name: string
  readonly versions: readonly string[]
  /** @throws ProviderFailure when the service gives no usable answer */
  chapter(version: string, book: Book, chapter: number): Promise<RemoteChapter>
}

/** The reason why a service gave no text. */
export type FailureReason =
  /**
   * The service gave no complete answer in time, answered with a server error, or is not called for a while after
   * failures.
   */
  | 'unreachable'
  /** The service does not accept the key, or does not license this text to its owner. */
  | 'refused'
  /** The service limits requests (HTTP 429). */
  | 'busy'
  /** The service's text has no such passage. */
  | 'no_such_passage'
  /** The answer is malformed, or has an unexpected status. */
  | 'unreadable'

/**
 * A remote service failed. The message is a sentence for the reader. It names the service, but neither its key nor its
 * address.
 */
export class ProviderFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderFailure'
    this.reason = reason
  }
}
