import { expect, it } from 'vitest'
import { withoutControls } from './without-controls.ts'

it('prints nothing that a terminal obeys, and every word of any language', () => {
  expect(withoutControls('a\u001b]0;title\u0007\u001b[2Jb\u009b31m\r\u202ec')).toBe(
    'a\ufffd]0;title\ufffd\ufffd[2Jb\ufffd31m\ufffd\ufffdc',
  )
  const whole = '성경전서 · שָׁלוֹם · कि\u200dष\nSecond line'
  expect(withoutControls(whole)).toBe(whole)
})
