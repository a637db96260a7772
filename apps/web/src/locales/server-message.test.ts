import { addNoteBody } from '@pathlight/contracts/notes.ts'
import { reasonFor } from '@pathlight/contracts/refusal.ts'
import { describe, expect, it } from 'vitest'
import { ApiProblem } from '../api/api-problem.ts'
import { sayProblem, sayProblems, sayReason } from './server-message.ts'
import { wholeTranslation } from './whole-translation.ts'

const { t } = await wholeTranslation('ko')

describe('what the server says', () => {
  it.each([
    ['too long', 'x'.repeat(50_001), '메모는 50,000자까지 쓸 수 있습니다.'],
    ['empty', ' ', '메모 내용을 입력해 주세요.'],
  ])('about a note that is %s is said in the language of the interface', (_what, text, said) => {
    const refused = addNoteBody.safeParse({ verse_id: 1_001_001, version: 'KJV', text })
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
