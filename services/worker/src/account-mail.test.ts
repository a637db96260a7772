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
    await send({ userId: 'ann', purpose })
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
])('tells of a new address that is asked for %s', async (_what, canUndo, expected) => {
  const sent: { to: string; text: string }[] = []
  const user = { username: 'ann', language: 'en', email: 'present@example.org' }
  const links = {
    'change-email': { token: 'to-new', email: 'new@example.org', user },
    'undo-email-change': canUndo ? { token: 'undo', email: 'first@example.org', user } : null,
  }
  const send = sendEmailLink({
    identity: { startEmailLink: async (_userId: string, purpose: keyof typeof links) => links[purpose] },
    mailer: { send: async (mail: (typeof sent)[number]) => void sent.push(mail) },
    publicUrl: 'https://bible.example.org',
  } as unknown as WorkerDependencies)
  await send({ userId: 'ann', purpose: 'change-email' })
  expect(sent.map(({ to }) => to)).toEqual(expected)
  const tokens = sent.map(({ text }) => /email-link\/(\S+)/.exec(text)?.[1])
  expect(tokens).toEqual(canUndo ? ['undo', 'to-new'] : ['to-new'])
})
