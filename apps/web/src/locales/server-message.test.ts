import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteShapes } from '@pathlight/contracts/notes.ts'
import { reasonFor } from '@pathlight/contracts/refusal.ts'
import { describe, expect, it } from 'vitest'
import { ApiProblem } from '../api/api-problem.ts'
import { sayProblem, sayProblems, sayReason } from './server-message.ts'
import { wholeI18n } from './whole-i18n.ts'

const { t } = await wholeI18n('ko')

describe('what the server says', () => {
  it.each([
    ['too long', 'x'.repeat(50_001), '메모는 50,000자까지 쓸 수 있습니다.'],
    ['empty', ' ', '메모 내용을 입력해 주세요.'],
  ])('about a note that is %s is said in the language of the interface', (_what, text, said) => {
    const refused = noteShapes.addBody.safeParse({ verse_id: 1_001_001, version: 'KJV', text })
    const reasons = refused.error?.issues.map(({ message }) => reasonFor(message))
    expect(reasons?.map((reason) => reason && sayReason(t, reason))).toEqual([said])
  })

  it('is found by code and parameters, whatever the sentence is', () => {
    const problem = new ApiProblem(400, { code: 'note_too_long', params: { max: 7_000 }, message: 'Too long.' })
    expect(sayProblem(t, problem)).toBe('메모는 7,000자까지 쓸 수 있습니다.')
  })

  it('is shown as it came where its code is not known', () => {
    expect(sayProblem(t, new ApiProblem(400, { code: 'brand_new', message: 'A new rule.' }))).toBe('A new rule.')
  })

  it('is nothing when no answer came', () => {
    expect(sayProblem(t, new ApiProblem(0, {}))).toBeNull()
  })

  it('says of several things each by its own reason', () => {
    const both = ['Email address is already in use.', 'Username is already in use.']
    const reasons = [{ code: 'email_taken' }, { code: 'username_taken' }]
    expect(sayProblems(t, new ApiProblem(409, { code: 'email_taken', errors: both, reasons }))).toEqual([
      '이미 사용 중인 이메일 주소입니다.',
      '이미 사용 중인 사용자 이름입니다.',
    ])
    expect(sayProblems(t, new ApiProblem(409, { code: 'email_taken', errors: both.slice(0, 1) }))).toEqual([
      '이미 사용 중인 이메일 주소입니다.',
    ])
  })
})

/** Only programs get these codes: the web app never causes them, or they concern the operator. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set([
  'bad_cursor',
  'bad_idempotency_key',
  'bad_if_match',
  'bad_limit',
  'bad_names',
  'bad_position',
  'bad_request',
  'bad_revision',
  'bad_scopes',
  'bad_token',
  'bad_verses',
  'beyond_end',
  'book_mismatch',
  'chapter_mismatch',
  'client_left',
  'idempotency_key_reused',
  'invalid',
  'malformed_json',
  'malformed_query',
  'method_not_allowed',
  'misdirected',
  'no_such_call',
  'no_such_pictures',
  'no_words',
  'not_built',
  'not_by_token',
  'not_found',
  'not_here',
  'operators_only',
  'picture_lacks_letters',
  'tag_no_text',
  'tags_no_list',
  'token_without_scope',
  'removed_later',
  'too_many_errands',
  'too_many_streams',
  'unknown_kind',
  'unknown_number',
])
const NAMED = /(?:HttpProblem\(\s*[^,()]+,|RuleBroken\(\s*'[a-z_]+',|refusal\()\s*'([a-z_]+)'/g

describe('every refusal that a person can meet', () => {
  const root = join(import.meta.dirname, '../../../..')
  const codes = new Set(
    ['services', 'libs', 'apps/standalone'].flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
        .filter((file) => /^(?!.*(node_modules|\.test\.|\.contract\.)).*\.ts$/.test(file))
        .flatMap((file) =>
          [...readFileSync(join(root, room, file), 'utf8').matchAll(NAMED)].map(([, code]) => code ?? ''),
        ),
    ),
  )

  it('is found in the code of the server', () => {
    expect([...codes]).toEqual(expect.arrayContaining(['note_empty', 'invalid_email', 'internal', 'not_logged_in']))
  })

  it.each([...codes].filter((code) => !FOR_PROGRAMS.has(code)))('is said in Korean: %s', (code) => {
    expect(sayReason(t, { code })).not.toBe(`server.${code}`)
  })
})

describe('the refusals of a page', () => {
  const app = join(import.meta.dirname, '..')
  const code = ['app/routes.tsx', 'app/admin-route.tsx', 'features/account/account-page.tsx']
    .map((file) => readFileSync(join(app, file), 'utf8'))
    .join('\n')
  const cataloguesOf = (page: string): string[] => {
    const names = new RegExp(`withWords\\(\\s*\\[([^\\]]*)\\],\\s*\\(\\) => import\\('[^']*/${page}\\.tsx'\\)`).exec(
      code,
    )?.[1]
    return [...(names ?? '').matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? '')
  }
  const saidIn = (catalogue: string): string[] => {
    const { server = {} } = JSON.parse(readFileSync(join(import.meta.dirname, 'ko', `${catalogue}.json`), 'utf8'))
    return Object.keys(server)
  }

  it.each([
    ['email-link-page', ['email_link_spent', 'email_taken', 'account_closed']],
    ['invitations-page', ['invalid_email', 'bad_people', 'bad_until', 'invitations_closed', 'invitation_not_found']],
    ['tokens-section', ['bad_until', 'bad_token_name', 'too_many_tokens', 'token_not_found']],
    ['log-in-ways-sections', ['wrong_password', 'too_many_guesses', 'second_factor_busy', 'provider_away']],
    ['provider-page', ['provider_over', 'provider_taken', 'account_closed']],
  ])('are in catalogues that come with it: %s', (page, codes) => {
    const said = cataloguesOf(page).flatMap(saidIn)
    expect(codes.filter((one) => !said.includes(one))).toEqual([])
  })
})
