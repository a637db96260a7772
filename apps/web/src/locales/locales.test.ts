import { describe, expect, it } from 'vitest'
import { catalogueNames, fetchCatalogue } from './catalogues.ts'
import en from './en.json'
import { VERSION_FORMAT } from './i18n.ts'
import ko from './ko.json'
import { particles } from './korean.ts'
import { wholeI18n } from './whole-i18n.ts'
import type { Words } from './words.ts'

/** Every key with its words, with nested keys joined by dots. */
const flat = (words: Words, before = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${before}${key}`, value] as [string, string]] : flat(value, `${before}${key}.`),
  )
const variables = (words: string) => [...words.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

const catalogues = await Promise.all(
  catalogueNames().map(async (name) => ({
    name: name as string,
    english: new Map(flat(await fetchCatalogue(name, 'en'))),
    korean: new Map(flat(await fetchCatalogue(name, 'ko'))),
  })),
)
const all = [{ name: 'every page', english: new Map(flat(en)), korean: new Map(flat(ko)) }, ...catalogues]

describe('the words of the interface', () => {
  it.each(all)('have the same keys in both languages: $name', ({ english, korean }) => {
    const singular = (key: string) => !key.endsWith('_one')
    expect([...korean.keys()]).toEqual([...english.keys()].filter(singular))
  })

  it.each(all)('are nowhere empty: $name', ({ english, korean }) => {
    expect([...english, ...korean].filter(([, words]) => words.trim() === '')).toEqual([])
  })

  it.each(all)('are filled with the same values in both languages: $name', ({ english, korean }) => {
    for (const [key, words] of korean) expect([key, variables(words)]).toEqual([key, variables(english.get(key) ?? '')])
  })

  it.each(all)('name a version as people call it: $name', ({ korean }) => {
    const bare = [...korean].filter(([, words]) => /\{\{(code|searched|versions?)\}\}/.test(words))
    expect(bare).toEqual([])
  })

  it.each(all)('have no Korean particle after a value that would need another one: $name', ({ korean }) => {
    const bare = /\}\}[”’"]?(을|를|은|는|이|가|과|와|으로|로|이?라는)(?![가-힣])/
    expect([...korean].filter(([, words]) => bare.test(words))).toEqual([])
  })

  it.each(all)('call a thing by one Korean word: $name', ({ korean }) => {
    // Words that Pathlight does not use for 번역, 헬라어, 링크로 공유 and 공유 중지.
    const others = /역본|그리스어|거[두둘둔]|나눈 글|나누어 받|링크로 나/
    expect([...korean].filter(([, words]) => others.test(words))).toEqual([])
  })

  it('are in one catalogue each', () => {
    const keys = all.flatMap(({ english }) => [...english.keys()])
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })
})

describe('saying them', async () => {
  const { t: inEnglish } = await wholeI18n('en')
  const { t: inKorean } = await wholeI18n('ko')

  it('picks the Korean particle by the last sound of the name', () => {
    expect(inKorean('reader.absentTitle', { name: '개역한글' })).toBe('개역한글은 아직 이곳에 없습니다')
    expect(inKorean('reader.absentTitle', { name: '새번역 성서' })).toBe('새번역 성서는 아직 이곳에 없습니다')
  })

  it.each(all)('are formatted by what i18next knows: $name', ({ english, korean }) => {
    const formats = [...english.values(), ...korean.values()].flatMap((words) =>
      [...words.matchAll(/\{\{\w+,\s*([^}]+)\}\}/g)].map(([, format = '']) => format.trim()),
    )
    const known = ['number', VERSION_FORMAT, ...Object.keys(particles)]
    expect(formats.filter((format) => !known.includes(format))).toEqual([])
  })

  it('says one and many as the language does, and large numbers as it writes them', () => {
    expect(inEnglish('myNotes.count', { count: 1 })).toBe('1 note')
    expect(inEnglish('myNotes.count', { count: 2 })).toBe('2 notes')
    expect(inKorean('myNotes.count', { count: 1 })).toBe('메모 1개')
    expect(inEnglish('editor.length', { length: 45_000, max: 50_000 })).toBe('45,000 of 50,000 characters')
  })

  it('names versions as Koreans do', () => {
    expect(inKorean('reader.closeColumn', { version: 'KRV' })).toBe('개역한글 닫기')
    expect(inEnglish('reader.closeColumn', { version: 'KRV' })).toBe('Close KRV')
    expect(inKorean('search.also', { versions: 'KJV, KRV' })).toBe('다른 번역: KJV, 개역한글')
  })

  it('inserts what people wrote as they wrote it', () => {
    for (const name of ['$&', '{{name}}', '<b>', '$t(loading)'])
      expect(inEnglish('reader.absentTitle', { name })).toBe(`The ${name} is not here yet`)
  })
})
