import type { Language, Letter } from './letter.ts'

type Person = { readonly username: string; readonly language: Language }
type Words = Omit<Letter, 'language' | 'home'>
type InBoth = Readonly<Record<Language, Words>>

const letter = ({ language }: Person, home: string, words: InBoth): Letter => ({ ...words[language], language, home })

/** The letter with the link that verifies the reader's address. */
export const verifyLetter = (to: Person, link: string, home: string): Letter =>
  letter(to, home, {
    en: {
      subject: 'Confirm your email address',
      preview: 'One click shows that this address is yours.',
      heading: `Hello ${to.username}`,
      body: ['Please confirm that this address is yours, so that you can always get back into your account.'],
      action: { label: 'Confirm this address', url: link },
      notes: ['The link works for seven days.', 'If you have no account here, you can ignore this mail.'],
    },
    ko: {
      subject: '이메일 주소를 확인해 주세요',
      preview: '한 번만 누르면 이 주소가 확인돼요.',
      heading: `${to.username}님, 안녕하세요`,
      body: ['이 주소가 본인의 것인지 확인해 주세요. 그래야 언제든지 계정으로 다시 들어올 수 있어요.'],
      action: { label: '이 주소 확인하기', url: link },
      notes: ['이 링크는 7일 동안 쓸 수 있어요.', '여기에 계정이 없다면 이 메일을 무시하셔도 됩니다.'],
    },
  })

/** The letter with the link that makes the new address the account's. It goes to the new address. */
export const newEmailLetter = (to: Person, link: string, home: string): Letter =>
  letter(to, home, {
    en: {
      subject: 'Your new email address',
      preview: 'Open the link to use this address from now on.',
      heading: `Hello ${to.username}`,
      body: ['You asked to use this address for your account. It becomes yours when you open the link.'],
      action: { label: 'Use this address', url: link },
      notes: [
        'The link works for a day.',
        'If you did not ask for this, you can ignore this mail. Nothing changes then.',
      ],
    },
    ko: {
      subject: '새 이메일 주소',
      preview: '링크를 열면 이제부터 이 주소를 써요.',
      heading: `${to.username}님, 안녕하세요`,
      body: ['계정에 이 주소를 쓰겠다고 요청하셨습니다. 링크를 열면 이 주소로 바뀌어요.'],
      action: { label: '이 주소 쓰기', url: link },
      notes: [
        '이 링크는 하루 동안 쓸 수 있어요.',
        '요청하신 적이 없다면 이 메일을 무시하셔도 됩니다. 그러면 아무것도 바뀌지 않습니다.',
      ],
    },
  })

/** Tells the old address that the account has a new one, with a link that undoes the change. */
export const emailChangedLetter = (to: Person, link: string, home: string): Letter =>
  letter(to, home, {
    en: {
      subject: 'Your email address was changed',
      preview: 'If it was not you, take the change back.',
      heading: `Hello ${to.username}`,
      body: [
        'Your account uses another email address now. If you did that, there is nothing to do.',
        'If it was not you, take the change back. All devices are then logged out; please choose a new password right after.',
      ],
      action: { label: 'Take the change back', url: link },
      notes: ['The link works for seven days.'],
    },
    ko: {
      subject: '이메일 주소가 바뀌었습니다',
      preview: '본인이 바꾸지 않았다면 되돌려 주세요.',
      heading: `${to.username}님, 안녕하세요`,
      body: [
        '계정의 이메일 주소가 다른 주소로 바뀌었습니다. 본인이 바꾸셨다면 하실 일은 없어요.',
        '본인이 바꾸지 않았다면 되돌려 주세요. 그러면 모든 기기가 로그아웃돼요. 곧바로 새 비밀번호를 정해 주세요.',
      ],
      action: { label: '변경 되돌리기', url: link },
      notes: ['이 링크는 7일 동안 쓸 수 있어요.'],
    },
  })

/**
 * Tells the present address that another one was asked for soon after an earlier change. The link brings back the
 * address that the account had before the earlier change.
 */
export const emailAskedAgainLetter = (to: Person, link: string, home: string): Letter =>
  letter(to, home, {
    en: {
      subject: 'Another email address was asked for',
      preview: 'If it was not you, do not let it happen.',
      heading: `Hello ${to.username}`,
      body: [
        'Somebody who knows your password asked to use another email address for your account. If that was you, there is nothing to do.',
        'If it was not you, open the link: your account then uses the address again that it had before its last change, and all devices are logged out. Please choose a new password right after.',
      ],
      action: { label: 'Go back to the earlier address', url: link },
      notes: ['The link works until seven days after the earlier change of address.'],
    },
    ko: {
      subject: '다른 이메일 주소로 바꾸려는 요청이 있습니다',
      preview: '본인이 요청하지 않았다면 막아 주세요.',
      heading: `${to.username}님, 안녕하세요`,
      body: [
        '비밀번호를 아는 누군가가 계정의 이메일 주소를 다른 주소로 바꾸겠다고 요청했습니다. 본인이 요청하셨다면 하실 일은 없어요.',
        '본인이 요청하지 않았다면 링크를 열어 주세요. 그러면 계정이 지난번에 바꾸기 전의 주소를 다시 쓰고, 모든 기기가 로그아웃돼요. 곧바로 새 비밀번호를 정해 주세요.',
      ],
      action: { label: '이전 주소로 되돌리기', url: link },
      notes: ['이 링크는 지난번에 주소를 바꾼 날부터 7일 동안 쓸 수 있어요.'],
    },
  })

export const passwordChangedLetter = (to: Person, home: string): Letter =>
  letter(to, home, {
    en: {
      subject: 'Your password was changed',
      preview: 'All other devices are logged out.',
      heading: `Hello ${to.username}`,
      body: ['Your password was changed, and all other devices are logged out.'],
      action: { label: 'It was not me', url: `${home}/forgot-password` },
      notes: ['If you did that, there is nothing to do.'],
    },
    ko: {
      subject: '비밀번호가 바뀌었습니다',
      preview: '다른 모든 기기는 로그아웃되었습니다.',
      heading: `${to.username}님, 안녕하세요`,
      body: ['비밀번호가 바뀌었고, 다른 모든 기기는 로그아웃되었습니다.'],
      action: { label: '제가 바꾸지 않았어요', url: `${home}/forgot-password` },
      notes: ['본인이 바꾸셨다면 하실 일은 없어요.'],
    },
  })

/** The last mail to a person: the account is closed. */
export const accountClosedLetter = (to: Person, home: string): Letter =>
  letter(to, home, {
    en: {
      subject: 'Your account is closed',
      preview: 'Everything you wrote has been deleted.',
      heading: `Goodbye, ${to.username}`,
      body: [
        'Your account is closed. The key to everything that you wrote is destroyed, so that it can never be read again. We keep no address of yours; this is our last mail.',
        'Thank you for reading with us.',
      ],
    },
    ko: {
      subject: '계정이 닫혔습니다',
      preview: '쓰신 것은 모두 지워졌습니다.',
      heading: `${to.username}님, 안녕히 가세요`,
      body: [
        '계정이 닫혔습니다. 쓰신 모든 것을 여는 열쇠를 없앴으므로 다시는 읽을 수 없습니다. 주소도 남기지 않으며, 이것이 마지막 메일입니다.',
        '함께 읽어 주셔서 감사합니다.',
      ],
    },
  })
