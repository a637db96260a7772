import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { smtpMailer } from './mail.ts'
import { resetMessage, welcomeMessage } from './messages.ts'

type Received = { readonly from: string; readonly to: string[]; readonly source: string }

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A mail server that keeps what it gets, or refuses it. */
const mailServer = async (refuse = false) => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
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

/** The text of a mail, whichever way it was encoded. */
const textOf = (source: string): string => {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`)
  return /quoted-printable/i.test(head) ? decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25')) : body
}

describe('a mail', () => {
  it('arrives, in Korean, with the link in one piece', async () => {
    const { mailer, received } = await mailServer()
    const link = `https://bible.example.org/reset-password/${'x'.repeat(43)}`
    await mailer.send({ to: 'ann@example.org', ...resetMessage({ username: '길동', language: 'ko' }, link) })
    expect(received).toMatchObject([{ from: 'lamp@example.org', to: ['ann@example.org'] }])
    const text = textOf(received[0]!.source)
    expect(text).toContain('길동님')
    expect(text).toContain(link)
  })

  it('cannot be given another header by a name with a line break', async () => {
    const { mailer, received } = await mailServer()
    const { text } = welcomeMessage({ username: 'ann', language: 'en' }, 'https://bible.example.org')
    await mailer.send({ to: 'ann@example.org', subject: 'Hello\r\nBcc: eve@example.org', text })
    expect(received[0]!.to).toEqual(['ann@example.org'])
    expect(received[0]!.source).not.toMatch(/^Bcc:/m)
  })

  it('that the server does not take is an error, so that the job is tried again', async () => {
    const { mailer } = await mailServer(true)
    await expect(mailer.send({ to: 'ann@example.org', subject: 'x', text: 'x' })).rejects.toThrow('mailbox full')
  })
})

describe('the messages', () => {
  it.each(['en', 'ko'] as const)('in %s name the person and carry what they are for', (language) => {
    expect(welcomeMessage({ username: 'ann', language }, 'https://app.test').text).toMatch(
      /ann[\s\S]*https:\/\/app\.test/,
    )
    expect(resetMessage({ username: 'ann', language }, 'https://app.test/r').text).toMatch(/ann[\s\S]*app\.test\/r\n/)
  })
})
