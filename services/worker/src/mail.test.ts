import type { AddressInfo } from 'node:net'
import { readConfig } from '@pathlight/runtime/config.ts'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { writeLetter } from './letter.ts'
import { HOME, LETTERS, SENT } from './letters.contract.ts'
import { senderHint, smtpMailer } from './mail.ts'
import { contactLetter } from './messages.ts'

type Received = { readonly from: string; readonly to: string[]; readonly source: string }

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A mail server that stores its mails, or refuses them. `refusal`: the error message for an address. */
const mailServer = async (refuse = false, refusal?: (address: string) => string) => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(refusal ? new Error(refusal(address)) : null),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (refuse) return done(new Error('mailbox full'))
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to: rcptTo.map(({ address }) => address), source: Buffer.concat(parts).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const mailer = smtpMailer({
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    from: 'Pathlight <lamp@example.org>',
  })
  closers.push(() => mailer.close())
  return { mailer, received }
}

/** The text that a reader of the HTML sees. */
const htmlAsText = (html: string): string =>
  html
    .replaceAll('<br>', '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

describe('a mail', () => {
  it.each(LETTERS)('arrives in $language as HTML and as text, with all that it says: $subject', async (letter) => {
    const { mailer, received } = await mailServer()
    await mailer.send({ to: 'ann@example.org', ...writeLetter(letter) })
    expect(received).toMatchObject([{ from: 'lamp@example.org', to: ['ann@example.org'] }])
    const { subject, text = '', html, headers } = await simpleParser(received[0]!.source)
    expect(subject).toBe(letter.subject)
    // Only mails that a person chose have an unsubscribe header.
    const isChosen = /looked at|보았습니다/.test(letter.subject)
    expect(headers.get('list')).toEqual(isChosen ? { unsubscribe: { url: `${HOME}/settings/account` } } : undefined)
    expect(html).toContain(`<html lang="${letter.language}">`)
    const seen = htmlAsText(String(html))
    for (const words of [letter.heading, ...letter.body, ...(letter.notes ?? [])].flatMap((part) =>
      (typeof part === 'string' ? part : part.quoted).split('\n'),
    )) {
      expect(text).toContain(words)
      expect(seen).toContain(words)
    }
    if (letter.action) {
      expect(text).toContain(`\n${letter.action.url}\n`)
      expect(html).toContain(`href="${letter.action.url}"`)
    }
  })

  it('takes what people wrote for text, never for HTML', async () => {
    const { html = '' } = writeLetter(contactLetter({ ...SENT, name: '<script>x</script>"' }, 'en', HOME))
    expect(html).toContain('&lt;b&gt;thank you&lt;/b&gt;')
    expect(html).not.toMatch(/<script|<b>/)
  })

  it('cannot be given another header by what people wrote', async () => {
    const { mailer, received } = await mailServer()
    const evil = 'Hello\r\nBcc: eve@example.org'
    await mailer.send({
      to: 'ann@example.org',
      replyTo: { name: `${evil}\r\n\r\nbody`, address: 'kim@example.org' },
      ...writeLetter(contactLetter({ ...SENT, name: evil }, 'en', HOME)),
    })
    expect(received[0]!.to).toEqual(['ann@example.org'])
    const head = received[0]!.source.split('\r\n\r\n')[0]
    expect(head).not.toMatch(/^Bcc:/im)
    const { replyTo } = await simpleParser(received[0]!.source)
    expect(replyTo?.value.map(({ address }) => address)).toEqual(['kim@example.org'])
  })

  it('that the server does not take is an error, so that the job is tried again', async () => {
    const { mailer } = await mailServer(true)
    await expect(mailer.send({ to: 'ann@example.org', subject: 'x', text: 'x' })).rejects.toThrow('mailbox full')
  })

  it.each([
    ['its address', (address: string) => `<${address}>: Recipient address rejected: User unknown in local table`],
    ['its address in capitals', (address: string) => `5.1.1 ${address.toUpperCase()}... no such user`],
    ['the name before the @', () => 'no such user: ruth.naomi'],
  ])('that is refused with %s keeps the reason, and not whose it was', async (_what, refusal) => {
    const { mailer } = await mailServer(false, refusal)
    const mail = { to: 'ruth.naomi@example.org', subject: 'x', text: 'x' }
    const failure: Error = await mailer.send(mail).then(
      () => expect.fail('It was sent'),
      (error: unknown) => error as Error,
    )
    expect(failure.message).toMatch(/unknown|no such user/)
    // The error that goes into jobs and the log must not name the receiver.
    expect(`${failure.message} ${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`).not.toMatch(
      /ruth|naomi|example\.org/i,
    )
  })
})

it('hints that the sender is not set, where mail is sent', () => {
  const preset = readConfig({}).MAIL_FROM
  expect(senderHint('smtp://mail.example.org', preset)).toContain('Set MAIL_FROM')
  expect(senderHint('smtp://mail.example.org', 'Pathlight <no-reply@example.org>')).toBeNull()
  expect(senderHint(undefined, preset)).toBeNull()
})
