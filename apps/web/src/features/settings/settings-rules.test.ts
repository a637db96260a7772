import { describe, expect, it } from 'vitest'
import { formOf, sameSettings, wrongFields } from './settings-rules.ts'

const form = { defaultVersion: 'KJV', defaultLanguage: 'en', highlightColor: '#ffff00' } as const

describe('the form of the settings', () => {
  it('begins with what was chosen, and with what holds otherwise', () => {
    expect(formOf({ highlightColor: '#00ff00' }, form)).toEqual({ ...form, highlightColor: '#00ff00' })
  })

  it.each([
    ['a version', { ...form, defaultVersion: '' }, ['defaultVersion']],
    ['a language', { ...form, defaultLanguage: '' as const }, ['defaultLanguage']],
    ['a hash', { ...form, highlightColor: 'ffff00' }, ['highlightColor']],
    ['six digits', { ...form, highlightColor: '#fff' }, ['highlightColor']],
    ['no more than six', { ...form, highlightColor: '#ffff000' }, ['highlightColor']],
    ['hex digits', { ...form, highlightColor: '#gggggg' }, ['highlightColor']],
  ])('wants %s', (_what, wrong, fields) => {
    expect(wrongFields(wrong)).toEqual(fields)
  })

  it('may be saved when all is there, however the colour’s letters are written', () => {
    expect(wrongFields({ ...form, highlightColor: '#FFFF00' })).toEqual([])
    expect(sameSettings(form, { ...form, highlightColor: '#FFFF00' })).toBe(true)
    expect(sameSettings(form, { ...form, defaultLanguage: 'ko' })).toBe(false)
  })
})
