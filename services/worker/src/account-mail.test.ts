import type { EmailLinkMailJob } from '@pathlight/identity/account-jobs.ts'
import { expect, it } from 'vitest'
import { sendEmailLink } from './account-mail.ts'
import type { WorkerDependencies } from './dependencies.ts'

it.each(['verify-email', 'change-email'] as const)(
  'tells the operator the link of %s where no mail is sent',
  async (purpose) => {
    const told: string[] = []
    const send = sendEmailLink({
      identity: { startEmailLink: async () => ({ token: 'the-token', email: 'ann@example.org', user: {} }) },
      mailer: null,
      publicUrl: 'https://bible.example.org',
      tellOperator: (line: string) => told.push(line),
    } as unknown as WorkerDependencies)
    await send({ userId: 'ann', purpose }, { id: '1', correlationId: null })
    expect(told.join()).toContain('https://bible.example.org/email-link/the-token')
  },
)

it.each([
  [
    'the present address first, while an earlier change can be undone',
    true,
    ['present@example.org', 'new@example.org'],
  ],
  ['nobody else, where none can', false, ['new@example.org']],
])(
  'tells of a new address that is asked for %s, each once where a mail is refused',
  async (_what, canUndo, expected) => {
    const sent: { to: string; text: string }[] = []
    const user = { username: 'ann', language: 'en', email: 'present@example.org' }
    const links = {
      'change-email': { token: 'to-new', email: 'new@example.org', user },
      'undo-email-change': canUndo ? { token: 'undo', email: 'first@example.org', user } : null,
    }
    const waiting: [EmailLinkMailJob['email-link-mail'], string][] = [[{ userId: 'ann', purpose: 'change-email' }, '1']]
    let refused = 0
    const send = sendEmailLink({
      identity: { startEmailLink: async (_userId: string, purpose: keyof typeof links) => links[purpose] },
      jobs: {
        add: async (_name: string, data: EmailLinkMailJob['email-link-mail'], { id }: { id: string }) =>
          void waiting.push([data, id]),
      },
      mailer: {
        send: async (mail: (typeof sent)[number]) => {
          // The new address refuses its first mail.
          if (mail.to === 'new@example.org' && refused++ === 0) throw new Error('450 try later')
          sent.push(mail)
        },
      },
      publicUrl: 'https://bible.example.org',
    } as unknown as WorkerDependencies)
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const [data, id] = job
      await send(data, { id, correlationId: null }).catch(() => waiting.push([data, id]))
    }
    expect(sent.map(({ to }) => to)).toEqual(expected)
    const tokens = sent.map(({ text }) => /email-link\/(\S+)/.exec(text)?.[1])
    expect(tokens).toEqual(canUndo ? ['undo', 'to-new'] : ['to-new'])
  },
)
