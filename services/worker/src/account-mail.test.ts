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
