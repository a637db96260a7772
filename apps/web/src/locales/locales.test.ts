import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import en from './en.json'
import ko from './ko.json'
import { addKorean } from './korean.ts'

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

  it('picks the Korean particle by the last sound of the name', async () => {
    const instance = createInstance()
    await instance.init({ lng: 'ko', resources: {}, interpolation: { escapeValue: false } })
    addKorean(instance)
    expect(instance.t('reader.absentTitle', { name: '개역한글' })).toBe('개역한글은 아직 이곳에 없습니다')
    expect(instance.t('reader.absentTitle', { name: '새번역 성서' })).toBe('새번역 성서는 아직 이곳에 없습니다')
  })
})
