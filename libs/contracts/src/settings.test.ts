import { expect, it } from 'vitest'
import { settingsShapes } from './settings.ts'

const nothing = { defaultVersion: null, highlightColor: null, defaultLanguage: null }
const color = (tag: string, code = '#ffd966') => ({ tag, color: code })

it('colours of tags from elsewhere are one a tag, in the order of their keys', () => {
  const imported = (tagColors?: readonly object[]) =>
    settingsShapes.imported.parse({ ...nothing, ...(tagColors && { tagColors }) }).tagColors
  const sent = [color('Zeal'), color('은혜'.normalize('NFD')), color('GRACE'), color(' grace ', '#B5E48C')]
  expect(imported(sent)).toEqual([color('grace', '#b5e48c'), color('Zeal'), color('은혜')])
  for (const none of [undefined, []]) expect(imported(none)).toBeUndefined()
  expect(() => imported([color('')])).toThrow()
})
