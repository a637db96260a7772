import { richTextAsMarkdown } from '@pathlight/contracts/rich-text-as-markdown-rules.ts'
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

describe('rich text as Markdown, as CommonMark has it', () => {
  const text = (words: string, ...marks: string[]) => ({
    type: 'text',
    text: words,
    marks: marks.map((type) => ({ type })),
  })
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
  const item = (words: string) => ({
    type: 'listItem',
    content: [
      paragraph(text(words)),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('under'))] }] },
    ],
  })
  const content = {
    type: 'doc',
    content: [
      paragraph(text('    set in '), text('“말씀”', 'bold'), text('은 곧'), text('(빛)', 'italic'), text('이다')),
      { type: 'orderedList', attrs: { start: 9 }, content: [item('nine'), item('ten')] },
    ],
  } as never
  const forms = {
    'of the server': () => richTextAsMarkdown(content),
    'of the browser': () => asMarkdown({ title: 'T', speaker: '', passage: '', language: 'ko', content }).text(),
  }
  it.each(Object.entries(forms))('is bold, in its list, and no code: %s', async (_, write) => {
    const shown = defaultMarkdownParser.parse(await write())
    const marked: string[] = []
    const places: string[] = []
    shown.descendants((node, _at, parent) => {
      for (const { type } of node.marks) marked.push(`${type.name} ${node.text}`)
      places.push(`${parent?.type.name} > ${node.type.name}`)
    })
    expect(marked).toEqual(['strong “말씀', 'em 빛'])
    expect(shown.textContent).toContain('set in “말씀”은 곧(빛)이다')
    expect(places).not.toContain('doc > code_block')
    expect(places.filter((place) => place === 'list_item > bullet_list')).toHaveLength(2)
    expect(places.filter((place) => place === 'doc > ordered_list')).toHaveLength(1)
    expect(places).not.toContain('doc > bullet_list')
  })

  const list = (type: string, ...words: string[]) => ({
    type,
    content: words.map((one) => ({ type: 'listItem', content: [paragraph(text(one))] })),
  })
  const parted = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('one'), { type: 'hardBreak' }, text('two')] },
      paragraph(text('last'), { type: 'hardBreak' }),
      list('orderedList', 'a', 'b'),
      list('orderedList', 'c'),
      paragraph({ type: 'hardBreak' }),
      list('orderedList', 'd'),
      list('bulletList', 'e'),
      list('bulletList', 'f'),
    ],
  } as never
  it.each([
    ['of the server', () => richTextAsMarkdown(parted)],
    [
      'of the browser',
      () => asMarkdown({ title: 'T', speaker: '', passage: '', language: 'ko', content: parted }).text(),
    ],
  ])('has lists that follow each other apart, and no sign of a break that nothing follows: %s', async (_, write) => {
    const shown = defaultMarkdownParser.parse(await write())
    const said = shown.children.map((node) => `${node.type.name} ${node.textContent}`)
    expect(said.slice(-7)).toEqual([
      'heading one two',
      'paragraph last',
      'ordered_list ab',
      'ordered_list c',
      'ordered_list d',
      'bullet_list e',
      'bullet_list f',
    ])
  })
})
