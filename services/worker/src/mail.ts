import { createTransport } from 'nodemailer'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The HTML; absent: the mail has only text. */
  readonly html?: string
  /** The address for answers; absent: the sender's address. */
  readonly replyTo?: { readonly name: string; readonly address: string }
  /** The page where the reader can stop mails of this kind. Mail programs show a button for it (RFC 2369). */
  readonly unsubscribe?: string
  /** The Message-ID, by which mail programs recognise a repeated mail. Absent: the mail gets a new one. */
  readonly messageId?: string
}

/** Sends mail. `send` throws if the mail server did not accept the mail. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

/**
 * The line for the operator if mail is sent under an address at localhost, which mail servers may refuse; else null.
 * `smtpUrl` and `mailFrom`: the settings SMTP_URL and MAIL_FROM.
 */
export const senderHint = (smtpUrl: string | undefined, mailFrom: string): string | null =>
  smtpUrl !== undefined && /@localhost\b/.test(mailFrom)
    ? `Mails go out as ${mailFrom}, which mail servers may refuse. Set MAIL_FROM, such as Pathlight <no-reply@example.org>.`
    : null

const TIMEOUT_MS = 10_000

/** Matches a run of characters that may stand in an address. */
const PART = /[^\s<>"'(),:;]+/g
/** Matches a word that may stand before the @ of an address. */
const LOCAL_PART = /[\p{L}\p{N}_%+-]+(?:\.[\p{L}\p{N}_%+-]+)*/gu

/** The error without the receiver's address, which mail servers often repeat. Jobs and the log store the error. */
const withoutAddresses = (error: unknown, to: string): Error => {
  const { message, code } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error), code: undefined }
  const local = to.split('@')[0]?.toLowerCase()
  const withoutNames = message
    .replaceAll(PART, (part) => (part.includes('@') ? '(address)' : part))
    .replaceAll(LOCAL_PART, (word) => (word.toLowerCase() === local ? '(address)' : word))
  return Object.assign(new Error(withoutNames), code !== undefined && { code })
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
