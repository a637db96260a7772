import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readTranslations, TRANSLATIONS } from './translations.ts'

const folder = mkdtempSync(join(tmpdir(), 'pathlight-translations-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (content: string) => {
  const file = join(folder, 'translations.json')
  writeFileSync(file, content)
  return file
}

describe('the translations to compare', () => {
  it('are 20, each with a code, a name and an id of its own', () => {
    expect(TRANSLATIONS).toHaveLength(20)
    for (const field of ['code', 'name', 'bibleId'] as const) {
      expect(new Set(TRANSLATIONS.map((translation) => translation[field])).size).toBe(20)
    }
  })

  it('can be others, from a file', () => {
    const list = [{ code: 'YLT', name: 'Young’s Literal Translation', bibleId: 'abc-01' }]
    expect(readTranslations(fileOf(JSON.stringify(list)))).toEqual(list)
  })

  it.each(['{', '[]', '[{ "code": "YLT" }]', '[{ "code": "YLT", "name": "Young", "bibleId": "../x" }]'])(
    'are refused as %s, naming the file',
    (content) => {
      expect(() => readTranslations(fileOf(content))).toThrow(/translations\.json is no list of translations/)
    },
  )
})
