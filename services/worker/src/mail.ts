import { createTransport } from 'nodemailer'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The HTML (letter.ts); absent: the mail has text only. */
  readonly html?: string
  /** The address for answers, if not the sender's. */
  readonly replyTo?: { readonly name: string; readonly address: string }
  /** The page where the reader stops mails of this kind. Mail programs show a button for the page (RFC 2369). */
  readonly unsubscribe?: string
  /** The Message-ID, by which a repeated mail is recognised. Absent: the mail gets a new one. */
  readonly messageId?: string
}

/** Sends mail. Throws if the mail server did not accept it. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

const TIMEOUT_MS = 10_000

/** A row of characters that may stand in an address. */
const PART = /[^\s<>"'(),:;]+/g
/** Words that may be the part of an address before its @. */
const LOCAL_PART = /[\p{L}\p{N}_%+-]+(?:\.[\p{L}\p{N}_%+-]+)*/gu

/** A mail server's message often names the receiver. Jobs and the log keep the message without the address. */
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
