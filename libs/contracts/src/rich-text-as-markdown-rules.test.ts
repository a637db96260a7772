import { describe, expect, it } from 'vitest'
import { richTextOfMarkdown } from './markdown-rules.ts'
import { plainWords, richTextAsMarkdown } from './rich-text-as-markdown-rules.ts'

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const doc = (...content: object[]) => ({ type: 'doc', content }) as never

describe('plain words in Markdown', () => {
  it('are what was written, whatever Markdown would read in them', () => {
    expect(plainWords('a *b* _c_ [d](e) <script> # f &lt;')).toBe(
      'a \\*b\\* \\_c\\_ \\[d\\](e) \\<script\\> \\# f \\&lt;',
    )
    // Markdown reads a line of these signs as the underline of a heading.
    expect(plainWords('one\n---\n===\n-\n=2')).toBe('one\n\\---\n\\===\n\\-\n=2')
    expect(plainWords('- one\n  + two\n12. three\n-4 and 1.5')).toBe('\\- one\n  \\+ two\n12\\. three\n-4 and 1.5')
  })
})

describe('a note in Markdown', () => {
  const exported = (note: string) => richTextAsMarkdown(richTextOfMarkdown(note), 2)
  it('has its lines as they were written, and what only looks like Markdown as words', () => {
    expect(exported('one\r\ntwo\n\n2 * 3 <b> 1. only')).toBe('one  \ntwo  \n  \n2 \\* 3 \\<b\\> 1. only')
  })
  it('has its Markdown, with headings below those of the export', () => {
    const note = '# Grace\n**By** *faith*\n- one\n- two\n> said\nSee [it](/my-memos/sermons/1) https://a.b/c_d'
    expect(exported(note)).toBe(
      '### Grace\n\n**By** *faith*\n\n- one\n- two\n\n> said\n\nSee [it](</my-memos/sermons/1>) <https://a.b/c_d>',
    )
  })
})

describe('rich text in Markdown', () => {
  it('has marks beside letters, and links that stay links', () => {
    const link = { type: 'link', attrs: { href: 'https://example.org/a>b' } }
    const content = paragraph(text('so '), text(' loved ', { type: 'bold' }, { type: 'italic' }), text('us', link))
    expect(richTextAsMarkdown(doc(content))).toBe('so  ***loved*** [us](<https://example.org/a%3Eb>)')
  })

  it('has quotations, passages and lists within lists', () => {
    const inner = {
      type: 'orderedList',
      attrs: { start: 3 },
      content: [{ type: 'listItem', content: [paragraph(text('in'))] }],
    }
    const list = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('out')), inner] }] }
    const passage = {
      type: 'scripture',
      attrs: { reference: 'John 3:16', version: 'KJV' },
      content: [paragraph(text('God'))],
    }
    expect(richTextAsMarkdown(doc(list, passage, { type: 'horizontalRule' }))).toBe(
      '- out\n\n  3. in\n\n> God\n>\n> — John 3:16 · KJV\n\n---',
    )
  })
  it('has the lines of an item below its words, however long its number is', () => {
    const item = (...content: object[]) => ({ type: 'listItem', content })
    const below = { type: 'bulletList', content: [item(paragraph(text('in')))] }
    const content = [item(paragraph(text('nine')), below), item(paragraph(text('ten')), below)]
    expect(richTextAsMarkdown(doc({ type: 'orderedList', attrs: { start: 9 }, content }))).toBe(
      '9. nine\n\n   - in\n10. ten\n\n    - in',
    )
  })

  it('has no blanks before a line, of which Markdown would make code', () => {
    const content = paragraph(text('\t- one'), { type: 'hardBreak' }, text('    two', { type: 'bold' }), text(' three'))
    expect(richTextAsMarkdown(doc(content, paragraph(text('    '))))).toBe('\\- one  \n**two** three\n\n')
  })

  it('has punctuation beside a letter outside of the marks, and the same words when it is read again', () => {
    const bold = { type: 'bold' }
    const link = { type: 'link', attrs: { href: 'https://example.org/' } }
    const written = (...content: object[]) => richTextAsMarkdown(doc(paragraph(...content)))
    expect(written(text('곧'), text('“말씀”', bold), text('은'))).toBe('곧“**말씀**”은')
    expect(written(text('“말씀”', bold), text(' 은'))).toBe('**“말씀”** 은')
    expect(written(text('“말씀”', bold), text(', 은'))).toBe('**“말씀”**, 은')
    expect(written(text('가'), text('!😀', bold), text('은'))).toBe('가!😀은')
    expect(written(text('말씀', bold, link), text('은'))).toBe('[**말씀**](<https://example.org/>)은')
    expect(richTextOfMarkdown('곧“**말씀**”은').content).toEqual([
      paragraph(text('곧“'), text('말씀', bold), text('”은')),
    ])
    expect(richTextOfMarkdown('곧**“말씀”**은').content).toEqual([
      paragraph(text('곧'), text('“말씀”', bold), text('은')),
    ])
  })
})
