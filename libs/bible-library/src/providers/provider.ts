import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Book } from '@pathlight/scripture/books.ts'

/** A chapter from an online service. */
export type RemoteChapter = {
  /** In order; empty when the service has no such chapter. */
  readonly verses: readonly Verse[]
  /** The notice that the service requires with the text, or null. */
  readonly copyright: string | null
}

/** An online service with texts that the library lacks. */
export type Provider = {
  /** For logs and messages, e.g. ESV API. */
  readonly name: string
  /** Codes of the service's versions. */
  readonly versions: readonly string[]
  /** @throws ProviderFailure when the service gives no usable answer */
  chapter(version: string, book: Book, chapter: number): Promise<RemoteChapter>
}

/** Why a service gave no text. */
export type FailureReason =
  /** It did not answer, or not in time. */
  | 'unreachable'
  /** It does not accept our key, or does not license this text to it. */
  | 'refused'
  /** It limits our requests (HTTP 429). */
  | 'busy'
  /** Its text has no such passage. */
  | 'no_such_passage'
  /** Its answer is malformed. */
  | 'unreadable'

/** A remote service failed. The message is a sentence for the reader and names the service, never its key or address. */
export class ProviderFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderFailure'
    this.reason = reason
  }
}
