import { describe, expect, it } from 'vitest'
import { excerptAround, excerptOf } from './excerpt-rules.ts'
import { plainTextOfMarkdown } from './markdown-rules.ts'

const LONG = `${'The sea is wide. '.repeat(40)}Here lies the Needle in the hay. ${'The hill is high. '.repeat(40)}`

describe('the words that are shown of what was found', () => {
  it('are the beginning where the word stands there, or nowhere', () => {
    expect(excerptAround('So loved, and given.', ['given'])).toBe('So loved, and given.')
    expect(excerptAround(LONG, ['john'])).toMatch(/^The sea is wide\./)
    expect(excerptAround(LONG, [])).toMatch(/^The sea is wide\./)
  })

  it('are those around the first word that was found, from the beginning of a word on', () => {
    const shown = excerptAround(LONG, ['hill', 'needle'])
    expect(shown).toMatch(/^… (The|sea|is|wide\.)/)
    expect(shown).toContain('Here lies the Needle in the hay.')
    expect(shown.length).toBeLessThanOrEqual(242)
  })

  it('have a dash between a heading and what follows, and not after a sentence or within a paragraph', () => {
    const shown = (markdown: string) => excerptOf(plainTextOfMarkdown(markdown))
    expect(shown('# The valley\nEven though I walk')).toBe('The valley — Even though I walk')
    expect(shown('## 골짜기에서\n\n시편은 말합니다.\n\n그리고')).toBe('골짜기에서 — 시편은 말합니다. 그리고')
    expect(shown('The Lord is my shepherd\nI shall not want\n# Amen')).toBe(
      'The Lord is my shepherd I shall not want — Amen',
    )
  })

  it('never begin or end with half a character', () => {
    for (let n = 0; n < 4; n += 1)
      expect(excerptAround(`${'x'.repeat(n)}${'💡'.repeat(80)}needle${'💡'.repeat(200)}`, ['needle'])).not.toMatch(
        /(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/,
      )
  })
})
