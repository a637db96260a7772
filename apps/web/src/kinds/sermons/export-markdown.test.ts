import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { defaultMarkdownParser } from 'prosemirror-markdown'
import { describe, expect, it } from 'vitest'
import { asMarkdown } from './export-markdown.ts'

const WORDS = [
  '<script>alert(1)</script> <img src=x onerror=alert(1)> <!-- --> <https://example.org> <a@example.org>',
  '&lt;b&gt; &amp; &#60;script&#62; AT&T',
  '1. one 2) two',
  '- item',
  '+ item',
  '# heading',
  '=== ---',
  '> quoted',
  '~~gone~~ ```code``` *a* _b_ **c** ![x](y) [x]: y',
  '| a | b |',
  'well-known, 1 + 1 = 2! \\ back \\< slash',
  '요한복음 3:16 <b>',
]

const written = (words: string) =>
  asMarkdown({
    title: words,
    speaker: words,
    passage: words,
    language: 'en',
    content: {
      type: 'doc',
      content: [
        ...(richTextOf(words).content ?? []),
        {
          type: 'scripture',
          attrs: { reference: words, version: words },
          content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
        },
      ],
    },
  }).text()

describe('a sermon as Markdown', () => {
  it.each(WORDS)('shows its words as they are: %s', async (words) => {
    const markdown = await written(words)
    // A program for Markdown would take an unescaped `<` or `&` as HTML, so there must be none.
    expect(markdown).not.toMatch(/(?<!\\)(?:\\\\)*[<&]/)
    const shown = defaultMarkdownParser.parse(markdown)
    expect(shown.textContent.split(words).length - 1).toBeGreaterThanOrEqual(6)
    shown.descendants(({ type, marks }) => {
      expect(['heading', 'paragraph', 'text', 'blockquote', 'hard_break']).toContain(type.name)
      expect(marks).toEqual([])
    })
  })
})
