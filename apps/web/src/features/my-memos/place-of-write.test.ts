import { expect, it } from 'vitest'
import type { Any } from '../../api/pending-write.ts'
import { wordsOfWrite } from './place-of-write.ts'

const words = (wanted: object) => wordsOfWrite({ wanted, base: null } as unknown as Any, (theme) => theme)

it('says a note that waits as it reads, and a title as it was typed', () => {
  expect(words({ title: null, text: '**So** loved\n' })).toBe('So loved')
  expect(words({ title: '*1*', text: 'So loved' })).toBe('*1*')
  expect(words({ defaultVersion: 'KJV', defaultLanguage: 'ko' })).toBe('KJV · 한국어')
})
