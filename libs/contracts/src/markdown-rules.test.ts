import { describe, expect, it, vi } from 'vitest'
import { plainTextOfMarkdown, richTextOfMarkdown } from './markdown-rules.ts'
import { cleanRichText, type RichTextNode } from './rich-text-rules.ts'

/** A node as text on one line: its type, then its content. Marks stand before their words. */
const told = ({ type, attrs, content = [], marks = [], text }: RichTextNode): string => {
  if (type === 'text') {
    const looks = marks.map((mark) => (mark.type === 'link' ? `link ${mark.attrs?.href}` : mark.type))
    return looks.length > 0 ? `{${looks.join(' ')}: ${text}}` : (text ?? '')
  }
  if (type === 'hardBreak') return '⏎'
  const level = attrs?.level ?? attrs?.start
  return `${type}${level === undefined ? '' : ` ${level}`}(${content.map(told).join('')})`
}
const read = (text: string) => (richTextOfMarkdown(text).content ?? []).map(told)
const plain = (text: string) => [`paragraph(${text.replaceAll('\n', '⏎')})`]

describe('what people wrote before there was Markdown', () => {
  it.each([
    'One line.',
    'One line\nand another,\n\n\nand one after empty ones.\n',
    '  set in, with   room   between',
    '2 * 3 * 4 = 24, and 5*6*7',
    '*see below',
    'a footnote** and **another',
    'snake_case_names and _',
    '#grace #은혜 and # alone',
    '1. Kor 13 is one line that begins like a list',
    '1. 첫째\n본문입니다\n2. 둘째\n본문입니다',
    '- Spurgeon',
    '1. one\n3. three',
    '>3 are more, 5 > 4',
    '[sic] and [[and [x](javascript:alert(1)) and [y](//evil.example)',
    'C:\\notes\\new',
    '<b>bold?</b> <script>alert(1)</script> &amp; <img src=x onerror=alert(1)>',
    '***** * ** ***',
    '```\ncode\n```',
    '    four spaces',
    '  - set in\n  - and set in',
  ])('stays as it was: %j', (text) => {
    expect(read(text)).toEqual(plain(text))
    expect(plainTextOfMarkdown(text)).toBe(text)
  })
})

describe('Markdown in a note', () => {
  it.each([
    ['**은혜**는 *선물*이다', ['paragraph({bold: 은혜}는 {italic: 선물}이다)']],
    ['하나님의**사랑**을', ['paragraph(하나님의{bold: 사랑}을)']],
    [
      '_both_ ***at once*** **one *in* the other**',
      ['paragraph({italic: both} {bold italic: at once} {bold: one }{bold italic: in}{bold:  the other})'],
    ],
    ['**a *b** c*', ['paragraph({bold: a *b} c*)']],
    ['\\*not\\* \\_this\\_ \\[or this](x)', ['paragraph(*not* _this_ [or this](x))']],
    [
      '# One\n## Two\n### Three\n#### four',
      ['heading 1(One)', 'heading 2(Two)', 'heading 3(Three)', 'paragraph(#### four)'],
    ],
    [
      'before\n\n- one\n- **two**\n\nafter',
      ['paragraph(before)', 'bulletList(listItem(paragraph(one))listItem(paragraph({bold: two})))', 'paragraph(after)'],
    ],
    ['3. three\n4. four', ['orderedList 3(listItem(paragraph(three))listItem(paragraph(four)))']],
    [
      '- one\n  goes on\n  1. inner\n- two',
      ['bulletList(listItem(paragraph(one⏎goes on)orderedList(listItem(paragraph(inner))))listItem(paragraph(two)))'],
    ],
    [
      '> said\n> - a\n> - b\n\nI',
      ['blockquote(paragraph(said)bulletList(listItem(paragraph(a))listItem(paragraph(b))))', 'paragraph(I)'],
    ],
    [
      '[words](https://a.example/x_(y)) and https://b.example/c_d.',
      ['paragraph({link https://a.example/x_(y): words} and {link https://b.example/c_d: https://b.example/c_d}.)'],
    ],
    [
      '(see https://a.example/John_(apostle)), https://b.example/x).',
      [
        'paragraph((see {link https://a.example/John_(apostle): https://a.example/John_(apostle)}), ' +
          '{link https://b.example/x: https://b.example/x}).)',
      ],
    ],
    [
      '[me](mailto:a@b.example), [it](/my-memos/memos/1)',
      ['paragraph({link mailto:a@b.example: me}, {link /my-memos/memos/1: it})'],
    ],
    ['**[bold link](https://a.example/)**', ['paragraph({link https://a.example/ bold: bold link})']],
  ])('is read: %j', (text, expected) => expect(read(text)).toEqual(expected))

  it('is words without signs in excerpts', () => {
    expect(plainTextOfMarkdown('# Grace\n- *one*\n- [two](https://a.example/)')).toBe('Grace\n\none\ntwo')
  })
})

describe('whatever is written', () => {
  const LENGTH = 50_000
  const hostile = [
    ...[
      '*',
      '**a',
      '*a ',
      '_',
      '[',
      '](',
      '[a](',
      '[a](b',
      '> ',
      '- ',
      '-',
      '  - ',
      '\\',
      '#',
      '# ',
      '1. ',
      'h',
      'http://',
    ],
    ...[
      'https://a.b/(',
      '- a\n',
      '- a\n  - b\n',
      '> \n',
      '>\n> ',
      '1. a\n',
      '\t- a\n',
      '- a\n\n',
      '***a',
      '(((',
      '\u2028- ',
    ],
  ].map((piece) => piece.repeat(Math.ceil(LENGTH / piece.length)))
  const nested = Array.from({ length: 3_000 }, (_, n) => `${' '.repeat(n % 12)}- ${n}`).join('\n')
  const quotes = Array.from({ length: 300 }, (_, n) => `${'> '.repeat(n)}x`).join('\n')

  it.each([...hostile, nested, quotes].map((text) => [text.slice(0, 12), text] as const))(
    'is read in steps that grow with its length, into what rich text allows: %j',
    (_, text) => {
      const steps = vi.spyOn(RegExp.prototype, 'exec')
      const tree = richTextOfMarkdown(text)
      const looks = steps.mock.calls.length
      steps.mockRestore()
      expect(looks).toBeLessThan(20 * text.length)
      expect(cleanRichText(tree, Number.POSITIVE_INFINITY)).toEqual(tree)
    },
  )
})
