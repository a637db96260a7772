import type { Notice } from '@pathlight/identity/account-jobs.ts'
import { passwordChangedLetter } from './account-letters.ts'
import type { Language, Letter } from './letter.ts'

type Person = { readonly username: string; readonly language: Language }
type Said = Readonly<Record<Language, { readonly subject: string; readonly preview: string; readonly body: string }>>

const NOT_ME = {
  en: { label: 'It was not me', notes: ['If you did that, there is nothing to do.'] },
  ko: { label: '제가 하지 않았어요', notes: ['본인이 하셨다면 하실 일은 없어요.'] },
}
const HELLO = { en: (name: string) => `Hello ${name}`, ko: (name: string) => `${name}님, 안녕하세요` }

const SAID: Readonly<Record<Exclude<Notice, 'password-changed'>, Said>> = {
  'passkey-added': {
    en: {
      subject: 'A passkey was added to your account',
      preview: 'It logs in without your password.',
      body: 'A passkey was added to your account. Whoever has it can log in without your password. If it was not you, choose a new password and remove the passkey on your account page.',
    },
    ko: {
      subject: '계정에 패스키가 추가되었습니다',
      preview: '이 패스키로는 비밀번호 없이 로그인할 수 있어요.',
      body: '계정에 패스키가 추가되었습니다. 이 패스키가 있으면 비밀번호 없이 로그인할 수 있어요. 본인이 하지 않았다면 새 비밀번호를 정하고, 계정 페이지에서 그 패스키를 지워 주세요.',
    },
  },
  'provider-linked': {
    en: {
      subject: 'Another log-in was linked with your account',
      preview: 'It logs in without your password.',
      body: 'An account at another provider was linked with yours, and logs in here from now on. If it was not you, choose a new password and remove the link on your account page.',
    },
    ko: {
      subject: '계정에 다른 로그인이 연결되었습니다',
      preview: '이제 비밀번호 없이 로그인할 수 있어요.',
      body: '다른 서비스의 계정이 연결되어, 이제 그 계정으로도 로그인할 수 있어요. 본인이 하지 않았다면 새 비밀번호를 정하고, 계정 페이지에서 연결을 끊어 주세요.',
    },
  },
  'second-factor-off': {
    en: {
      subject: 'The second step of your log-in was turned off',
      preview: 'Your password alone logs in now.',
      body: 'The second step of your log-in was turned off, and your recovery codes work no more. Your password alone logs in now. If it was not you, choose a new password.',
    },
    ko: {
      subject: '로그인 2단계 확인이 꺼졌습니다',
      preview: '이제 비밀번호만으로 로그인돼요.',
      body: '로그인 2단계 확인이 꺼졌고, 복구 코드도 더는 쓸 수 없어요. 이제 비밀번호만으로 로그인돼요. 본인이 하지 않았다면 새 비밀번호를 정해 주세요.',
    },
  },
  'recovery-code-used': {
    en: {
      subject: 'A recovery code was used',
      preview: 'Somebody logged in with one of your recovery codes.',
      body: 'Somebody logged in with your password and one of your recovery codes. That code works no more. If it was not you, choose a new password, and make new codes on your account page.',
    },
    ko: {
      subject: '복구 코드가 쓰였습니다',
      preview: '복구 코드로 로그인이 있었어요.',
      body: '비밀번호와 복구 코드로 로그인이 있었습니다. 그 코드는 다시 쓸 수 없어요. 본인이 하지 않았다면 새 비밀번호를 정하고, 계정 페이지에서 복구 코드를 새로 만들어 주세요.',
    },
  },
  'recovery-codes-made': {
    en: {
      subject: 'You have new recovery codes',
      preview: 'The codes from before work no more.',
      body: 'New recovery codes were made for the second step of your log-in. The codes from before work no more. If it was not you, choose a new password, and make new codes on your account page.',
    },
    ko: {
      subject: '복구 코드가 새로 만들어졌습니다',
      preview: '이전 코드는 더는 쓸 수 없어요.',
      body: '로그인 2단계 확인에 쓰는 복구 코드가 새로 만들어졌습니다. 이전 코드는 더는 쓸 수 없어요. 본인이 하지 않았다면 새 비밀번호를 정하고, 계정 페이지에서 복구 코드를 다시 만들어 주세요.',
    },
  },
  'token-made': {
    en: {
      subject: 'An access token was made',
      preview: 'A program that has it acts in your name.',
      body: 'A personal access token was made on your account page. A program that has it reads or writes what is yours, as far as the token allows. If it was not you, choose a new password: every token ends with it.',
    },
    ko: {
      subject: '액세스 토큰이 만들어졌습니다',
      preview: '이 토큰이 있는 프로그램은 본인을 대신할 수 있어요.',
      body: '계정 페이지에서 개인 액세스 토큰이 만들어졌습니다. 이 토큰이 있는 프로그램은 허락된 범위에서 쓰신 것을 읽거나 쓸 수 있어요. 본인이 하지 않았다면 새 비밀번호를 정해 주세요. 그러면 모든 토큰이 끝나요.',
    },
  },
}

/** Tells a person about a change in the ways to log in. */
export const noticeLetter = (notice: Notice, to: Person, home: string): Letter => {
  if (notice === 'password-changed') return passwordChangedLetter(to, home)
  const { language } = to
  const { subject, preview, body } = SAID[notice][language]
  const { label, notes } = NOT_ME[language]
  const action = { label, url: `${home}/forgot-password` }
  return { language, home, subject, preview, heading: HELLO[language](to.username), body: [body], action, notes }
}

/** Tells the person that the second step was turned on, with a link that turns it off again. */
export const secondFactorOnLetter = ({ username, language }: Person, link: string, home: string): Letter => ({
  ...{ language, home, heading: HELLO[language](username) },
  ...{
    en: {
      subject: 'Your log-in has a second step now',
      preview: 'If it was not you, take it back.',
      body: [
        'From now on a log-in with your password needs a second step: a code of an app, a passkey, or one of your recovery codes. Please keep these codes where you find them without your phone.',
        'If it was not you, take it back: the second step is turned off, every passkey and linked log-in of the last days is removed, and all devices are logged out. Please choose a new password right after.',
      ],
      action: { label: 'Take it back', url: link },
      notes: ['The link works for seven days.'],
    },
    ko: {
      subject: '로그인에 2단계 확인이 켜졌습니다',
      preview: '본인이 켜지 않았다면 되돌려 주세요.',
      body: [
        '이제 비밀번호로 로그인할 때 한 번 더 확인해요. 인증 앱의 코드, 패스키, 복구 코드 가운데 하나가 필요해요. 복구 코드는 휴대폰이 없어도 찾을 수 있는 곳에 두세요.',
        '본인이 켜지 않았다면 되돌려 주세요. 2단계 확인이 꺼지고, 최근 며칠 사이에 추가된 패스키와 연결된 로그인이 지워지고, 모든 기기가 로그아웃돼요. 곧바로 새 비밀번호를 정해 주세요.',
      ],
      action: { label: '되돌리기', url: link },
      notes: ['이 링크는 7일 동안 쓸 수 있어요.'],
    },
  }[language],
})
