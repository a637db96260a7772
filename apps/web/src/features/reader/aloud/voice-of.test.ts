import { expect, it } from 'vitest'
import { voiceOf } from './voice-of.ts'

const voice = (lang: string, isDefault = false) => ({ lang, default: isDefault })

it('is a voice of the text’s language, of its country first, then the browser’s own choice', () => {
  const [british, american, korean] = [voice('en-GB'), voice('en-US', true), voice('ko_KR')]
  const voices = [british, american, korean]
  expect(voiceOf(voices, 'en')).toBe(american)
  expect(voiceOf(voices, 'en-GB')).toBe(british)
  expect(voiceOf(voices, 'ko')).toBe(korean)
  expect(voiceOf([british], 'en')).toBe(british)
})

it('is none where the browser has none of that language', () => {
  expect(voiceOf([voice('en-US', true)], 'ko')).toBeNull()
  expect(voiceOf([voice('kok-IN')], 'ko')).toBeNull()
  expect(voiceOf([], 'en')).toBeNull()
})
