import type { TestMailJob } from '@pathlight/identity/account-jobs.ts'
import type { WorkerDependencies } from './dependencies.ts'
import { type Letter, writeLetter } from './letter.ts'

/** The length at which a stored error is cut, in characters. */
const WHY_MAX = 500

/** The test mail, which shows an admin that mails arrive. */
export const testLetter = (
  { username, language }: { readonly username: string; readonly language: Letter['language'] },
  home: string,
): Letter => {
  const words = {
    en: {
      subject: 'Mail from Pathlight arrives',
      preview: 'This is the test mail that you asked for.',
      heading: `Hello ${username}`,
      body: ['This is the test mail that you asked for. Mail from this Pathlight arrives.'],
    },
    ko: {
      subject: '길빛의 메일이 도착합니다',
      preview: '요청하신 시험 메일이에요.',
      heading: `${username}님, 안녕하세요`,
      body: ['요청하신 시험 메일입니다. 이 길빛에서 보내는 메일이 잘 도착하고 있어요.'],
    },
  } as const
  return { ...words[language], language, home }
}

/** Sends the test mail once, and stores the outcome. */
export const sendTestMail =
  ({ identity, archives, mailer, publicUrl }: WorkerDependencies) =>
  async ({ userId, id }: TestMailJob['test-mail']): Promise<void> => {
    const user = await identity.findUser(userId)
    if (user === null) return
    const sent = async () => {
      if (mailer === null) return 'SMTP_URL is not set.'
      await mailer.send({ to: user.email, ...writeLetter(testLetter(user, publicUrl)) })
      return null
    }
    const why = await sent().catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    await archives.noteMailTest(userId, { id, at: new Date().toISOString(), why: why?.slice(0, WHY_MAX) ?? null })
  }
