import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Book } from '@pathlight/scripture/books.ts'

/** A chapter from another party's service. */
export type RemoteChapter = {
  /** In order; empty when the service has no such chapter. */
  readonly verses: readonly Verse[]
  /** To be shown with the text; null when the service asks for none. */
  readonly copyright: string | null
}

/** A service that has texts which are not in the library. */
export type Provider = {
  /** For logs and messages, e.g. ESV API. */
  readonly name: string
  /** Codes of the versions it gives. */
  readonly versions: readonly string[]
  /** @throws ProviderFailure when the service gives no answer that can be used */
  chapter(version: string, book: Book, chapter: number): Promise<RemoteChapter>
}

/** Why a service gave nothing. */
export type FailureReason =
  /** No answer in time, or none at all. */
  | 'unreachable'
  /** It does not accept our key, or does not license this text to it. */
  | 'refused'
  /** It has had enough requests from us for now. */
  | 'busy'
  /** It answered that the request is wrong: there is no such passage in this text. */
  | 'no_such_passage'
  /** It answered something that cannot be read. */
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
