import { plainTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { describe, expect, it } from 'vitest'
import { looksLikeHtml, richTextOfHtml } from './rich-text-of-html.ts'

const text = (words: string, ...types: string[]) => ({
  type: 'text',
  text: words,
  ...(types.length > 0 && { marks: types.map((type) => ({ type })) }),
})
const read = (html: string) => richTextOfHtml(html).content

describe('rich text of HTML', () => {
  it('has its blocks, marks and alignment, Quill’s too', () => {
    expect(
      read(
        '<h1>길</h1>\n<p class="ql-align-center">a <strong>b <em>c</em></strong> <u>d</u>&amp;</p>\n' +
          '<ol start="3"><li>one</li><li><p>two</p></li></ol><h5 style="text-align: right">e</h5><hr>' +
          '<blockquote>f<br>g</blockquote>',
      ),
    ).toEqual([
      { type: 'heading', attrs: { level: 1 }, content: [text('길')] },
      {
        type: 'paragraph',
        attrs: { textAlign: 'center' },
        content: [
          text('a '),
          text('b ', 'bold'),
          text('c', 'bold', 'italic'),
          text(' '),
          text('d', 'underline'),
          text('&'),
        ],
      },
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: ['one', 'two'].map((one) => ({
          type: 'listItem',
          content: [{ type: 'paragraph', content: [text(one)] }],
        })),
      },
      { type: 'heading', attrs: { level: 3, textAlign: 'right' }, content: [text('e')] },
      { type: 'horizontalRule' },
      { type: 'blockquote', content: [{ type: 'paragraph', content: [text('f'), { type: 'hardBreak' }, text('g')] }] },
    ])
  })
  it('keeps the words of what it does not know, each block for itself', () => {
    const html =
      '<div><p>one</p><p>two</p></div><table><tr><td>three</td><td>four</td></tr></table><custom>five</custom>' +
      '<svg><text>six</text></svg><li>loose</li><script>no()</script><style>no{}</style>'
    expect(plainTextOf(richTextOfHtml(html))).toBe('one\ntwo\nthree\nfour\nfivesix\nloose')
  })
  it('has links to safe places only', () => {
    const kept = JSON.stringify(
      read('<a href="https://example.org/">a</a> <a href="java&#9;script:alert(1)">b</a> <a href=//evil>c</a>'),
    )
    expect(kept.match(/"href":"[^"]*"/g)).toEqual(['"href":"https://example.org/"'])
    expect(kept).toMatch(/"b"|" b"/)
  })
  it.each(['<div>'.repeat(50_000), '<b>'.repeat(50_000), '<x>'.repeat(50_000)])(
    'is refused quickly when it is nested without end',
    (html) => expect(() => richTextOfHtml(html)).toThrow('The content is nested too deeply'),
  )
})

describe('a text', () => {
  it.each(['<p>x', 'a<br>b', '<SCRIPT src=x>', '</div>'])('with tags is HTML: %s', (html) =>
    expect(looksLikeHtml(html)).toBe(true),
  )
  it.each(['a < b and c > d', 'I <3 you', '<John 3:16>', 'John <john@example.org>', '요 3:16'])(
    'without tags is plain: %s',
    (plain) => expect(looksLikeHtml(plain)).toBe(false),
  )
})
