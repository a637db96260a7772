import { createTransport } from 'nodemailer'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same in the look of the app (letter.ts); absent: the mail is text alone. */
  readonly html?: string
  /** The address that an answer goes to, where it is not the sender's. */
  readonly replyTo?: { readonly name: string; readonly address: string }
  /** A page on which the reader ends mails of this kind: mail programs show a button for it (RFC 2369). */
  readonly unsubscribe?: string
  /** By it a mail that comes twice is known as one. Absent: a new one. */
  readonly messageId?: string
}

/** Sends mail; throws when the mail server did not take it. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

const TIMEOUT_MS = 10_000

const ADDRESS = /[^\s<>"'(),:;@]{1,64}@[^\s<>"'(),:;@]+/g
/** What may be the part of an address before its @. */
const LOCAL_PART = /[\p{L}\p{N}_%+-]+(?:\.[\p{L}\p{N}_%+-]+)*/gu

/** What a mail server says of a failure often names whom the mail is for: jobs and the log keep the failure, and not the name. */
const withoutAddresses = (error: unknown, to: string): Error => {
  const { message, code } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error), code: undefined }
  const local = to.split('@')[0]?.toLowerCase()
  const said = message
    .replaceAll(ADDRESS, '(address)')
    .replaceAll(LOCAL_PART, (word) => (word.toLowerCase() === local ? '(address)' : word))
  return Object.assign(new Error(said), code !== undefined && { code })
}

/** A mailer over SMTP (smtp://user:password@host:port, or smtps://). `from` may carry a name: "Pathlight <a@b.c>". */
export const smtpMailer = ({ url, from }: { url: string; from: string }): Mailer => {
  const transport = createTransport(
    { url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    { from },
  )
  return {
    send: async ({ unsubscribe, ...mail }) => {
      try {
        await transport.sendMail({ ...mail, ...(unsubscribe !== undefined && { list: { unsubscribe } }) })
      } catch (error) {
        throw withoutAddresses(error, mail.to)
      }
    },
    close: () => transport.close(),
  }
}
