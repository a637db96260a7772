import { describe, expect, it } from 'vitest'
import { cleanRichText, NoRichText, plainTextOf, RICH_TEXT_MAX_BYTES, richTextOf, safeLink } from './rich-text-rules.ts'

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const refused = (code: string) => expect.objectContaining({ name: 'NoRichText', code })

describe('rich text', () => {
  it('is kept as it is where all of it is known', () => {
    const whole = doc(
      { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [text('길')] },
      paragraph(
        text('plain '),
        text('bold', { type: 'bold' }, { type: 'link', attrs: { href: 'https://example.org/' } }),
        { type: 'hardBreak' },
        text('next', { type: 'italic' }, { type: 'underline' }, { type: 'strike' }),
      ),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('one'))] }] },
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [{ type: 'listItem', content: [paragraph(text('three'))] }],
      },
      { type: 'blockquote', content: [paragraph(text('quoted'))] },
      {
        type: 'scripture',
        attrs: { reference: 'John 3:16', version: 'KJV', verseId: 43_003_016 },
        content: [paragraph(text('For God so loved the world'))],
      },
      { type: 'horizontalRule' },
    )
    expect(cleanRichText(whole)).toEqual(whole)
  })

  it('loses what could do something, and no word', () => {
    const hostile = doc(
      { type: 'script', content: [text('alert(1)')] },
      { type: 'image', attrs: { src: 'x', onerror: 'alert(1)' } },
      paragraph(
        text('a', { type: 'link', attrs: { href: 'javascript:alert(1)', onclick: 'x' } }),
        text('b', { type: 'style', attrs: { style: 'x' } }, { type: 'bold', attrs: { class: 'x' } }),
      ),
      { type: 'heading', attrs: { level: 9, style: 'x', __proto__: { polluted: true } }, content: [text('c')] },
    )
    const kept = cleanRichText(hostile)
    expect(JSON.stringify(kept)).not.toMatch(/script"|javascript|onerror|onclick|style|class|polluted|image/)
    expect(plainTextOf(kept)).toBe('alert(1)\nab\n\nc')
  })

  it('keeps the words inside a rule and a line break after them', () => {
    const kept = cleanRichText(
      doc(
        { type: 'horizontalRule', content: [paragraph(text('ruled')), text('loose')] },
        paragraph(text('before'), { type: 'hardBreak', content: [text('broken')] }),
      ),
    )
    expect(kept).toEqual(
      doc(
        { type: 'horizontalRule' },
        paragraph(text('ruled')),
        paragraph(text('loose')),
        paragraph(text('before'), { type: 'hardBreak' }, text('broken')),
      ),
    )
  })

  it('is arranged as an editor can hold it', () => {
    const loose = cleanRichText(
      doc(text('loose'), { type: 'listItem', content: [text('item')] }, paragraph(paragraph(text('in')))),
    )
    expect(loose).toEqual(
      doc(
        paragraph(text('loose')),
        { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('item'))] }] },
        paragraph(text('in')),
      ),
    )
    expect(cleanRichText(doc())).toEqual(doc({ type: 'paragraph' }))
  })

  it.each([null, 'text', 5, [], {}, { type: 'paragraph' }])('is not %j', (sent) => {
    expect(() => cleanRichText(sent)).toThrow(refused('bad_content'))
  })
  it('is bounded in depth and length', () => {
    let deep: unknown = paragraph(text('x'))
    for (let level = 0; level < 60; level++) deep = { type: 'blockquote', content: [deep] }
    expect(() => cleanRichText(doc(deep))).toThrow(refused('too_deep'))
    expect(() => cleanRichText(doc(paragraph(text('길'.repeat(RICH_TEXT_MAX_BYTES / 3)))))).toThrow(
      refused('content_too_long'),
    )
  })
  it.each(['\u0000', '\ud800'])('has no characters that cannot be stored: %j', (bad) => {
    expect(() => cleanRichText(doc(paragraph(text(bad))))).toThrow(NoRichText)
  })
  it('is made of plain text a paragraph a line, and gives it back', () => {
    expect(plainTextOf(richTextOf('one\n\ntwo <b>'))).toBe('one\n\ntwo <b>')
  })
})

describe('a link', () => {
  it.each(['https://example.org/a?b#c', 'http://example.org/', 'mailto:a@example.org', '/bible/KJV/John/3'])(
    'leads to %s',
    (href) => expect(safeLink(href)).toBe(href),
  )
  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'x',
    5,
  ])('does not lead to %j', (href) => expect(safeLink(href)).toBeUndefined())
})
