import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eventually } from '@pathlight/testing/eventually.ts'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

type Got = { readonly to: string; readonly subject: string; readonly text: string }

export type Mailbox = {
  /** The server's address, for the setting SMTP_URL. */
  readonly url: string
  /** Waits for `count` mails to the given address, and answers the last one. */
  readonly mailTo: (address: string, count: number) => Promise<Got>
  readonly close: () => Promise<void>
}

/** A mail server for tests, which stores all mails for any address. */
export const openMailbox = async (): Promise<Mailbox> => {
  const got: Got[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      simpleParser(stream).then(({ subject = '', text = '' }) => {
        for (const { address } of session.envelope.rcptTo) got.push({ to: address, subject, text })
        done()
      }, done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mailTo: (address, count) =>
      eventually(() => {
        const theirs = got.filter(({ to }) => to === address)
        const last = theirs.at(-1)
        if (last === undefined || theirs.length < count)
          throw new Error(`${address} has ${theirs.length} mails: ${theirs.map(({ subject }) => subject).join(', ')}`)
        return last
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
