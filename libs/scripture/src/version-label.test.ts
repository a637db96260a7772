import { expect, it } from 'vitest'
import { citation, versionLabel } from './version-label.ts'

it.each([
  ['KRV', 'ko', '개역한글'],
  ['KRV', 'ko-KR', '개역한글'],
  ['KRV', 'en', 'KRV'],
  ['KJV', 'ko', 'KJV'],
])('%s is in %s: %s', (code, language, label) => expect(versionLabel(code, language)).toBe(label))

it('a citation names the version in the language of its reference', () => {
  expect(citation('요한복음 3:16', 'KRV')).toBe('요한복음 3:16 (개역한글)')
  expect(citation('John 3:16', 'KRV')).toBe('John 3:16 (KRV)')
  expect(citation('John 3:16', null)).toBe('John 3:16')
})
