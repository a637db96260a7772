import { describe, expect, it } from 'vitest'
import { addCatalogue, newI18n } from './i18n.ts'

const VERSES = 176

/** Makes an i18next instance with a few words that counts its lookups. */
const counting = () => {
  const i18n = newI18n('en')
  addCatalogue(i18n, 'en', { verse: 'Verse {{verse}}', reader: { go: 'Go', of: '{{count, number}} of {{name}}' } })
  const resourceStore = i18n.services.resourceStore as unknown as { getResource(...asked: string[]): unknown }
  const lookUp = resourceStore.getResource.bind(resourceStore)
  let lookUps = 0
  resourceStore.getResource = (...asked) => {
    // A call without a key only asks whether the namespace exists.
    if (asked[2] !== undefined) lookUps += 1
    return lookUp(...asked)
  }
  const t = (key: string, values?: object) => String(i18n.getFixedT('en')(key as never, values as never))
  return { i18n, t, lookUps: () => lookUps }
}

describe('a word of the interface', () => {
  it('is looked up once for each verse of the longest chapter, and not again on the next page', () => {
    const { t, lookUps } = counting()
    const page = () => Array.from({ length: VERSES }, (_, index) => t('verse', { verse: String(index + 1) }))
    const first = page()
    expect(lookUps()).toBe(VERSES)
    expect(page()).toEqual(first)
    expect(first.at(-1)).toBe('Verse 176')
    expect(lookUps()).toBe(VERSES)
  })

  it('is looked up in one place, whatever number of catalogues is here', () => {
    const { i18n, t, lookUps } = counting()
    for (let index = 0; index < 30; index += 1) addCatalogue(i18n, 'en', { [`part${index}`]: { words: `${index}` } })
    expect(t('part29.words')).toBe('29')
    expect(lookUps()).toBe(1)
  })

  it('is said of each value by itself, a number otherwise than the same digits as text', () => {
    const { t } = counting()
    expect([1, 2, 1].map((verse) => t('verse', { verse }))).toEqual(['Verse 1', 'Verse 2', 'Verse 1'])
    expect(t('reader.of', { count: 1200, name: 'a' })).toBe('1,200 of a')
    expect(t('reader.of', { count: 12, name: '00 of a' })).toBe('12 of 00 of a')
    expect(t('reader.go')).toBe('Go')
  })

  it('is not kept where it is said of something long', () => {
    const { t, lookUps } = counting()
    for (let turn = 0; turn < 2; turn += 1) expect(t('verse', { verse: 'in the beginning' })).toContain('beginning')
    expect(lookUps()).toBe(2)
  })

  it('is said as soon as it comes, also where it was asked for before', () => {
    const { i18n, t } = counting()
    expect(t('notes.add')).toBe('notes.add')
    addCatalogue(i18n, 'en', { notes: { add: 'Add a note' } })
    expect(t('notes.add')).toBe('Add a note')
  })

  it('is another one in another language', async () => {
    const { i18n } = counting()
    addCatalogue(i18n, 'ko', { verse: '{{verse}}절' })
    expect(i18n.getFixedT('en')('verse' as never, { verse: 3 } as never)).toBe('Verse 3')
    expect(i18n.getFixedT('ko')('verse' as never, { verse: 3 } as never)).toBe('3절')
  })
})
