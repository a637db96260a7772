import { expect, it } from 'vitest'
import type { Any } from '../../api/pending-write.ts'
import { wholeI18n } from '../../locales/whole-i18n.ts'
import type { Language } from '../../locales/words.ts'
import { wordsOfWrite } from './place-of-write.ts'

const i18n = { en: await wholeI18n('en'), ko: await wholeI18n('ko') }
const words = (wanted: object, language: Language = 'en') =>
  wordsOfWrite(i18n[language].t, { wanted, base: null } as unknown as Any, language)

it('says a note that waits as it reads, and a title as it was typed', () => {
  expect(words({ title: null, text: '**So** loved\n' })).toBe('So loved')
  expect(words({ title: '*1*', text: 'So loved' })).toBe('*1*')
})

it('says chosen settings by their names, in both languages', () => {
  const settings = { defaultVersion: 'KRV', defaultLanguage: 'ko', highlightColor: '#ffe066', theme: 'dark' }
  expect(words(settings)).toBe('KRV · 한국어 · yellow · Dark')
  expect(words(settings, 'ko')).toBe('개역한글 · 한국어 · 노랑 · 어둡게')
})
