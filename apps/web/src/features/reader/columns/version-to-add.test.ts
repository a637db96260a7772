import type { Version } from '@pathlight/contracts/bible.ts'
import { describe, expect, it } from 'vitest'
import { versionToAdd } from './version-to-add.ts'

const version = (code: string, language: string, available = true): Version => ({
  code,
  name: code,
  localName: code,
  language,
  direction: 'ltr',
  licence: '',
  source: available ? 'built-in' : 'absent',
  available,
  hint: null,
  command: null,
  books: [],
  versification: 'eng',
})
const all = [version('ASV', 'en'), version('KJV', 'en'), version('WEB', 'en-US'), version('KRV', 'ko')]
const added = (versions: readonly Version[], open: string[], language: 'en' | 'ko' = 'en') =>
  versionToAdd({ versions, default: 'WEB' }, open, language)?.code ?? null

describe('a further column', () => {
  it('opens with the other language', () => {
    expect(added(all, ['KJV'])).toBe('KRV')
    expect(added(all, ['KRV'])).toBe('WEB')
    expect(added(all, ['KRV'], 'ko')).toBe('WEB')
  })

  it('opens with another version of the person’s language once both are there', () => {
    expect(added(all, ['KJV', 'KRV'])).toBe('WEB')
    expect(added([...all, version('NKRV', 'ko')], ['KJV', 'KRV'], 'ko')).toBe('NKRV')
  })

  it('never opens with a version that is not here, and with one that is open only if there is no other', () => {
    const english = [version('KJV', 'en'), version('WEB', 'en'), version('KRV', 'ko', false)]
    expect(added(english, ['KJV'])).toBe('WEB')
    expect(added(english, ['KJV', 'WEB'])).toBe('KJV')
    expect(added([version('KRV', 'ko', false)], [])).toBeNull()
  })

  it('opens with whatever else there is in a third language', () => {
    expect(added([version('KJV', 'en'), version('CUV', 'zh')], ['KJV'])).toBe('CUV')
  })
})
