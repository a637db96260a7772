import { describe, expect, it } from 'vitest'
import en from './en.json'
import ko from './ko.json'
import { particle } from './korean.ts'
import { createTranslate } from './translate.ts'

type Tree = { [key: string]: string | Tree }

/** Every key with its words. Korean has one plural form where English has two. */
const flat = (tree: Tree, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${before}${key}`, value] as [string, string]] : flat(value, `${before}${key}.`),
  )
const variables = (words: string) => [...words.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

describe('the words of the interface', () => {
  const english = new Map(flat(en))
  const korean = new Map(flat(ko))

  it('has the same keys in both languages', () => {
    const singular = (key: string) => !key.endsWith('_one')
    expect([...korean.keys()]).toEqual([...english.keys()].filter(singular))
  })

  it('leaves no string empty', () => {
    expect([...english, ...korean].filter(([, words]) => words.trim() === '')).toEqual([])
  })

  it('fills the same values into both languages', () => {
    for (const [key, words] of korean) expect([key, variables(words)]).toEqual([key, variables(english.get(key) ?? '')])
  })

  it('picks the Korean particle by the last sound of the name', () => {
    const t = createTranslate('ko', ko, particle)
    expect(t('reader.absentTitle', { name: '개역한글' })).toBe('개역한글은 아직 이곳에 없습니다')
    expect(t('reader.absentTitle', { name: '새번역 성서' })).toBe('새번역 성서는 아직 이곳에 없습니다')
  })

  it('says one and many as the language does, and large numbers as it writes them', () => {
    const inEnglish = createTranslate('en', en)
    const inKorean = createTranslate('ko', ko, particle)
    expect(inEnglish('mine.count', { count: 1 })).toBe('1 note')
    expect(inEnglish('mine.count', { count: 2 })).toBe('2 notes')
    expect(inKorean('mine.count', { count: 1 })).toBe(ko.mine.count_other.replace('{{count}}', '1'))
    expect(inEnglish('notes.length', { length: 45_000, max: 50_000 })).toBe('45,000 of 50,000 characters')
  })

  it('inserts what people wrote as they wrote it', () => {
    const t = createTranslate('en', en)
    for (const name of ['$&', '{{name}}', '<b>'])
      expect(t('reader.absentTitle', { name })).toBe(`The ${name} is not here yet`)
  })
})
