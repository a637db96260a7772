import type { ContactMessage } from '@pathlight/runtime/kept-messages.ts'
import type { Language, Letter } from './letter.ts'

type Person = { readonly username: string; readonly language: Language }

/**
 * Welcomes a person who signed up. `link`: verifies the person's address; null: the address is verified already.
 * `home`: the app's address.
 */
export const welcomeLetter = ({ username, language }: Person, link: string | null, home: string): Letter =>
  language === 'ko'
    ? {
        language,
        home,
        subject: '길빛에 오신 것을 환영합니다',
        preview: '이제 구절마다 메모를 남길 수 있어요.',
        heading: `${username}님, 안녕하세요`,
        body: [
          '길빛에 가입해 주셔서 감사합니다. 이제 성경을 읽으면서 구절마다 메모를 남기고, 하이라이트하고, 설교를 쓸 수 있어요.',
          '남긴 것은 안전하게 보관되고 모든 기기에서 볼 수 있어요.',
        ],
        ...(link === null
          ? { action: { label: '성경 읽기', url: `${home}/bible-reading` } }
          : {
              action: { label: '이메일 주소 확인하기', url: link },
              notes: ['이 주소가 본인의 것인지 확인해 주세요. 링크는 7일 동안 쓸 수 있어요.'],
            }),
      }
    : {
        language,
        home,
        subject: 'Welcome to Pathlight',
        preview: 'You can now write notes on any verse.',
        heading: `Hello ${username}`,
        body: [
          'Thank you for signing up. You can now write notes on any verse as you read, highlight it, and write a sermon beside it.',
          'What you write is kept safe and is there on all your devices.',
        ],
        ...(link === null
          ? { action: { label: 'Read the Bible', url: `${home}/bible-reading` } }
          : {
              action: { label: 'Confirm your email address', url: link },
              notes: ['Please confirm that this address is yours. The link works for seven days.'],
            }),
      }

/** The letter with the link for a new password, which works once within ten minutes. */
export const resetLetter = ({ username, language }: Person, link: string, home: string): Letter =>
  language === 'ko'
    ? {
        language,
        home,
        subject: '길빛 비밀번호 재설정',
        preview: '10분 동안 새 비밀번호를 정할 수 있어요.',
        heading: '새 비밀번호를 정해 주세요',
        body: [`${username}님, 안녕하세요. 아래에서 새 비밀번호를 정할 수 있어요.`],
        action: { label: '새 비밀번호 정하기', url: link },
        notes: [
          '이 링크는 10분 동안 한 번만 쓸 수 있어요.',
          '요청하신 적이 없다면 이 메일을 무시하셔도 됩니다. 비밀번호는 그대로입니다.',
        ],
      }
    : {
        language,
        home,
        subject: 'Reset your Pathlight password',
        preview: 'You can choose a new password for the next ten minutes.',
        heading: 'Choose a new password',
        body: [`Hello ${username}, you can choose a new password here.`],
        action: { label: 'Choose a new password', url: link },
        notes: [
          'The link works once, for ten minutes.',
          'If you did not ask for this, you can ignore this mail. Your password stays as it is.',
        ],
      }

/** The letter with a message of the contact form for the operator, who can answer by Reply. */
export const contactLetter = (
  { name, email, message, sentAt }: ContactMessage,
  language: Language,
  home: string,
): Letter => {
  const at = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(sentAt),
  )
  return language === 'ko'
    ? {
        language,
        home,
        subject: `${name}님이 보낸 메시지`,
        preview: message.slice(0, 100),
        heading: `${name}님이 메시지를 보냈습니다`,
        body: [{ quoted: message }],
        notes: [`보낸 사람: ${name} <${email}>\n보낸 때: ${at} (UTC)`, '이 메일에 답장하면 보낸 사람에게 가요.'],
      }
    : {
        language,
        home,
        subject: `Message from ${name}`,
        preview: message.slice(0, 100),
        heading: `${name} wrote to you`,
        body: [{ quoted: message }],
        notes: [
          `From: ${name} <${email}>\nSent: ${at} (UTC)`,
          'Reply to this mail, and your answer goes to the sender.',
        ],
      }
}
