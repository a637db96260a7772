import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatDate, formatMoment, formatTime } from './format-date.ts'

const SRC = join(import.meta.dirname, '..')

describe('dates and times', () => {
  it('have one form in each language, whatever the device is set to', () => {
    const at = new Date(2025, 10, 2, 15, 4).toISOString()
    expect(formatDate(at, 'en')).toBe('2 November 2025')
    expect(formatDate(at, 'ko')).toBe('2025년 11월 2일')
    expect(formatTime(at, 'en')).toBe('15:04')
    expect(formatMoment(at, 'en')).toBe('2 Nov 2025 15:04')
    expect(formatMoment(at, 'ko')).toBe('2025년 11월 2일 15:04')
  })

  it('are nowhere shown in the form that the browser has for a language alone', () => {
    const alone = /DateTimeFormat\((?!localeOf\(|\))|toLocale(?:Date|Time)String/
    const files = globSync('**/*.{ts,tsx}', { cwd: SRC }).filter((file) => !file.includes('.test.'))
    expect(files.filter((file) => alone.test(readFileSync(join(SRC, file), 'utf8')))).toEqual([])
  })
})
