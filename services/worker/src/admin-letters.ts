import type { AdminAct } from '@pathlight/contracts/account-act-rules.ts'
import type { Look, LookedItem } from '@pathlight/domain/admins/events.ts'
import { itemKinds } from '@pathlight/domain/item-kinds.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { Language, Letter } from './letter.ts'

type Person = { readonly username: string; readonly language: Language }

/** The subject, and sentences about the act and its consequences for the reader. */
type ActWords = { readonly subject: string; readonly body: readonly string[] }

/** The time in words, for example December 7, 2026 at 8:00 AM (UTC). */
const timeOf = (iso: string, language: Language): string => {
  const time = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(language, time).format(new Date(iso))} (UTC)`
}

const ACTS: Readonly<Record<Language, Readonly<Record<AdminAct, (time: string) => ActWords>>>> = {
  en: {
    'end-sessions': () => ({
      subject: 'You were logged out everywhere',
      body: ['An administrator ended your sessions. You are logged out on every device, and can log in again.'],
    }),
    lock: () => ({
      subject: 'Your account was locked',
      body: [
        'An administrator locked your account. You can read and export everything, but you cannot write.',
        'What you wrote is still there. What your devices could not send yet waits there.',
      ],
    }),
    unlock: () => ({
      subject: 'Your account was unlocked',
      body: ['An administrator unlocked your account. You can write again.'],
    }),
    'send-verification': () => ({
      subject: 'A link to confirm your address',
      body: [
        'An administrator sent you the link that confirms your email address once more. It comes in a mail of its own.',
      ],
    }),
    'ask-closing': (time) => ({
      subject: 'Your account will be closed',
      body: [
        `An administrator was asked to close your account. It will be closed on ${time}. Everything that you wrote is deleted then.`,
        'Until then you can stop it, and you can take everything with you.',
      ],
    }),
    'stop-closing': () => ({
      subject: 'Your account stays open',
      body: ['An administrator stopped the closing of your account. Nothing of yours was deleted.'],
    }),
  },
  ko: {
    'end-sessions': () => ({
      subject: '모든 기기에서 로그아웃되었습니다',
      body: ['관리자가 로그인을 모두 끝냈습니다. 모든 기기에서 로그아웃되었고, 다시 로그인할 수 있어요.'],
    }),
    lock: () => ({
      subject: '계정이 잠겼습니다',
      body: [
        '관리자가 계정을 잠갔습니다. 모든 것을 읽고 내보낼 수 있지만 쓸 수는 없습니다.',
        '쓰신 것은 그대로 있어요. 기기에서 아직 보내지 못한 것은 그 기기에서 기다려요.',
      ],
    }),
    unlock: () => ({
      subject: '계정의 잠금이 풀렸습니다',
      body: ['관리자가 계정의 잠금을 풀었습니다. 다시 쓸 수 있어요.'],
    }),
    'send-verification': () => ({
      subject: '주소를 확인하는 링크',
      body: ['관리자가 이메일 주소를 확인하는 링크를 다시 보냈습니다. 링크는 다른 메일로 가요.'],
    }),
    'ask-closing': (time) => ({
      subject: '계정이 닫힐 예정입니다',
      body: [
        `관리자가 계정을 닫아 달라는 요청을 받았습니다. ${time}에 계정이 닫히고, 쓰신 것이 모두 지워집니다.`,
        '그때까지 멈출 수 있고, 모두 내보낼 수도 있어요.',
      ],
    }),
    'stop-closing': () => ({
      subject: '계정이 그대로 있습니다',
      body: ['관리자가 계정을 닫는 일을 멈췄습니다. 지워진 것은 없습니다.'],
    }),
  },
}

const WORDS = {
  en: {
    hello: (name: string) => `Hello ${name}`,
    when: (time: string) => `When: ${time}`,
    reason: 'The reason that was given:',
    open: 'Open my account',
    stop: 'Stop it',
    notes: ['Your account page shows everything that administrators did with your account.'],
    lookNotes: ['You get this mail because you chose it on your account page. You can choose otherwise there.'],
    somebody: 'An administrator',
  },
  ko: {
    hello: (name: string) => `${name}님, 안녕하세요`,
    when: (time: string) => `언제: ${time}`,
    reason: '관리자가 적은 이유:',
    open: '내 계정 열기',
    stop: '멈추기',
    notes: ['계정 페이지에서 관리자가 계정에 한 일을 모두 볼 수 있어요.'],
    lookNotes: ['계정 페이지에서 이 메일을 받겠다고 하셔서 보냈습니다. 그곳에서 바꿀 수 있어요.'],
    somebody: '관리자',
  },
} as const

/**
 * The mail about an admin's act. `closesAt`: when the account will be closed, ISO 8601; null: the act schedules no
 * closing.
 */
export const actLetter = (
  { username, language }: Person,
  { act, reason, closesAt }: { readonly act: AdminAct; readonly reason: string; readonly closesAt: string | null },
  home: string,
): Letter => {
  const words = WORDS[language]
  const { subject, body } = ACTS[language][act](closesAt === null ? '' : timeOf(closesAt, language))
  return {
    ...{ language, home, subject, preview: body[0] ?? subject, heading: words.hello(username) },
    body: [...body, words.reason, { quoted: reason }],
    action: { label: act === 'ask-closing' ? words.stop : words.open, url: `${home}/settings/account` },
    notes: words.notes,
  }
}

const LOOKED: Readonly<Record<Language, Readonly<Record<Look, (by: string) => string>>>> = {
  en: {
    audit: (by) => `${by} opened the list of your changes, without their words.`,
    export: (by) => `${by} exported a list of changes with yours in it, without their words.`,
    reveal: (by) => `${by} opened the words of something that you wrote.`,
    account: (by) => `${by} opened the page about your account, which shows no words of yours.`,
  },
  ko: {
    audit: (by) => `${by}님이 변경 목록을 열었습니다. 글은 보이지 않습니다.`,
    export: (by) => `${by}님이 회원님의 변경이 들어 있는 목록을 내보냈습니다. 글은 들어 있지 않습니다.`,
    reveal: (by) => `${by}님이 회원님이 쓰신 글을 열었습니다.`,
    account: (by) => `${by}님이 회원님의 계정 정보를 열었습니다. 글은 보이지 않습니다.`,
  },
}

/**
 * Says who opened which item. `named`: the kind's name in the person's history. `at`: the verse; '': the item has no
 * verse.
 */
const OPENED: Readonly<Record<Language, (by: string, named: string, at: string) => string>> = {
  en: (by, named, at) => `${by} opened your ${named}${at && ` on ${at}`}.`,
  ko: (by, named, at) => `${by}님이 ${at && `${at}의 `}${named} 열었습니다.`,
}

/** The name of a verse, for example John 3:16 or 시편 23:1; '' for a verse that does not exist. */
const verseNamed = (id: number | null, language: Language): string => {
  const place = id === null ? null : parseVerseId(id)
  if (place === null) return ''
  const { book, chapter, verse } = place
  return formatReference({ book: book.name.en, chapter, verse, endChapter: chapter, endVerse: verse }, language)
}

/** One sentence: who viewed what. An item of an unknown kind is called 'something that you wrote'. */
const sayLook = ({ what, item }: Pick<LookTold, 'what' | 'item'>, by: string, language: Language): string => {
  const kind = what === 'reveal' && itemKinds.find((one) => one.kind === item?.kind)
  if (!kind || item === null) return LOOKED[language][what](by)
  return OPENED[language](by, kind.named[language], verseNamed(item.verseId, language))
}

type LookTold = {
  readonly what: Look
  /** The item of a reveal; null for a view of another kind. */
  readonly item: LookedItem | null
  readonly reason: string | null
  readonly at: string
  readonly by: string | null
}

/**
 * The mail about an admin's view of data. `at`: ISO 8601. `by`: the admin's username; null: the admin's account is
 * gone.
 */
export const lookLetter = (
  { username, language }: Person,
  { what, item, reason, at, by }: LookTold,
  home: string,
): Letter => {
  const words = WORDS[language]
  const said = sayLook({ what, item }, by ?? words.somebody, language)
  const when = words.when(timeOf(at, language))
  const subject = language === 'ko' ? '관리자가 회원님의 것을 보았습니다' : 'An administrator looked at what is yours'
  return {
    ...{ language, home, subject, preview: said, heading: words.hello(username) },
    body: reason === null ? [said, when] : [said, when, words.reason, { quoted: reason }],
    action: { label: words.open, url: `${home}/settings/account` },
    notes: words.lookNotes,
    unsubscribe: `${home}/settings/account`,
  }
}
