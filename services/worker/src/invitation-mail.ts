import type { InvitationMailJob } from '@pathlight/identity/account-jobs.ts'
import type { WorkerDependencies } from './dependencies.ts'
import { type Letter, writeLetter } from './letter.ts'

type Inviter = { readonly username: string; readonly language: Letter['language'] }

/** The letter with the link for signing up, in the inviting admin's language. */
export const invitationLetter = (by: Inviter, link: string, until: string, home: string): Letter => {
  // The time is in UTC, because the server does not know the reader's time zone.
  const time = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  const end = new Intl.DateTimeFormat(by.language, time).format(new Date(until))
  const words = {
    en: {
      subject: `${by.username} invites you to Pathlight`,
      preview: 'Read the Bible, and keep what you write for good.',
      heading: 'You are invited',
      body: [`${by.username} invites you to read and study the Bible with Pathlight. Make your account by this link.`],
      action: { label: 'Sign up', url: link },
      notes: [
        `The link is for this address alone, works once, and until ${end} (UTC).`,
        'If you do not know them, ignore this mail.',
      ],
    },
    ko: {
      subject: `${by.username}님이 길빛으로 초대합니다`,
      preview: '성경을 읽고, 쓴 것을 오래 간직하세요.',
      heading: '초대를 받으셨습니다',
      body: [
        `${by.username}님이 길빛에서 함께 성경을 읽고 공부하자고 초대하셨어요. 아래 링크로 계정을 만들 수 있어요.`,
      ],
      action: { label: '회원가입', url: link },
      notes: [
        `이 링크는 이 주소로만, ${end} (UTC)까지 한 번 쓸 수 있어요.`,
        '모르는 분이 보냈다면 이 메일을 무시하셔도 됩니다.',
      ],
    },
  } as const
  return { ...words[by.language], language: by.language, home }
}

/** Mails an invitation. Does nothing if the invitation was withdrawn, or the admin's account is gone. */
export const sendInvitation =
  ({ identity, mailer, publicUrl }: WorkerDependencies) =>
  async ({ invitationId }: InvitationMailJob['invitation-mail']): Promise<void> => {
    const invitation = mailer && (await identity.findInvitation(invitationId))
    const by = invitation && (await identity.findUser(invitation.by))
    if (!invitation || invitation.email === null || !by) return
    const link = `${publicUrl}/signup?${new URLSearchParams({ invitation: invitation.code })}`
    await mailer.send({ to: invitation.email, ...writeLetter(invitationLetter(by, link, invitation.until, publicUrl)) })
  }
