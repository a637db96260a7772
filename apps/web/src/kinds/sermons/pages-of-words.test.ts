import { plainTextOf, type RichText, type RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import { describe, expect, it, vi } from 'vitest'
import { pagesOfWords } from './pages-of-words.ts'
import { wordCount } from './sermon-draft.ts'

const text = (words: string, ...types: string[]): RichTextNode => ({
  type: 'text',
  text: words,
  ...(types.length > 0 && { marks: types.map((type) => ({ type })) }),
})
const block = (type: string, ...content: RichTextNode[]): RichTextNode => ({ type, content })
const paragraph = (...content: (string | RichTextNode)[]) =>
  block('paragraph', ...content.map((one) => (typeof one === 'string' ? text(one) : one)))
const doc = (...content: RichTextNode[]): RichText => ({ type: 'doc', content })
const words = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `w${from + at}`).join(' ')
const texts = (pages: readonly RichText[]) => pages.map((page) => plainTextOf(page).replace(/\s+/g, ' ').trim())

describe('pages of words', () => {
  it('have so many words at most, and all words in their order', () => {
    const long = doc(
      block('heading', text('Title')),
      paragraph(words(0, 950)),
      block(
        'bulletList',
        block('listItem', paragraph(words(950, 1300))),
        block('listItem', paragraph(words(1300, 1500))),
      ),
      block('blockquote', paragraph(words(1500, 2100))),
    )
    const pages = pagesOfWords(long, 400)
    for (const page of pages) expect(wordCount(plainTextOf(page))).toBeLessThanOrEqual(400)
    expect(texts(pages).join(' ')).toBe(`Title ${words(0, 2100)}`)
    expect(pages).toHaveLength(Math.ceil(2101 / 400))
  })
  it('are not cut inside a word, however its letters are marked', () => {
    const [first, second] = pagesOfWords(doc(paragraph('one two thr', text('ee', 'bold'), ' four')), 3)
    expect(texts([first, second].filter((one) => one !== undefined))).toEqual(['one two three', 'four'])
    expect(first?.content?.[0]?.content?.[1]).toEqual(text('ee', 'bold'))
  })
  it.each([
    ['as Paul says in Rom 8:28 of all', 5, ['as Paul says in', 'Rom 8:28 of all']],
    ['그리고 요한복음 3장 16절 말씀', 2, ['그리고', '요한복음 3장 16절', '말씀']],
    ['see (1 John 4:8-10) here', 2, ['see', '(1 John 4:8-10)', 'here']],
    ['read on in Song of Solomon 2:1 today', 5, ['read on in', 'Song of Solomon 2:1 today']],
    ['in 1 day 2:1 won', 2, ['in 1', 'day 2:1', 'won']],
  ])('keep a reference together: %s', (line, most, expected) => {
    expect(texts(pagesOfWords(doc(paragraph(line)), most))).toEqual(expected)
  })
  it('have a passage that was put in, with its reference, in one piece where a page has room for it', () => {
    const quotation: RichTextNode = {
      type: 'scripture',
      attrs: { reference: 'John 3:16' },
      content: [paragraph(words(0, 6))],
    }
    const pages = pagesOfWords(doc(paragraph('a b c d e'), quotation, paragraph('f')), 8)
    expect(texts(pages)).toEqual(['a b c d e', 'w0 w1 w2 w3 w4 w5 f'])
    const long = pagesOfWords(doc({ ...quotation, content: [paragraph(words(0, 20))] }), 8)
    expect(long).toHaveLength(3)
    for (const { content } of long) expect(content?.[0]?.attrs).toEqual({ reference: 'John 3:16' })
  })
  it('leave no heading alone at the foot', () => {
    expect(texts(pagesOfWords(doc(paragraph('a b c'), block('heading', text('Next')), paragraph('d e f')), 4))).toEqual(
      ['a b c', 'Next d e f'],
    )
  })
  it('go on counting in a list', () => {
    const item = (line: string) => block('listItem', paragraph(line))
    const pages = pagesOfWords(
      doc({ type: 'orderedList', attrs: { start: 3 }, content: [item('a b'), item('c d e'), item('f')] }),
      4,
    )
    expect(texts(pages)).toEqual(['a b c d', 'e f'])
    expect(pages.map(({ content }) => content?.[0]?.attrs)).toEqual([{ start: 3 }, { start: 4 }])
  })
  it('are one page for an empty text, and end for one that cannot be cut', () => {
    expect(pagesOfWords(doc(block('paragraph')))).toHaveLength(1)
    expect(pagesOfWords(doc(paragraph('3:16 3:16 3:16 3:16')), 2).length).toBeLessThan(5)
    expect(pagesOfWords(doc(block('heading', text(words(0, 30))), paragraph('x')), 8)).toHaveLength(2)
  })
  it('look at each word a few times at most, however many there are and however deep', () => {
    const count = 20_000
    let node: RichTextNode = paragraph('x '.repeat(count))
    for (let level = 0; level < 48; level++) node = block('blockquote', node)
    let looked = 0
    const matchAll = String.prototype.matchAll
    vi.spyOn(String.prototype, 'matchAll').mockImplementation(function* (this: string, pattern) {
      for (const word of matchAll.call(this, pattern)) {
        looked += 1
        yield word
      }
    } as typeof matchAll)
    const pages = pagesOfWords(doc(node))
    vi.restoreAllMocks()
    expect(pages).toHaveLength(Math.ceil(count / 400))
    expect(looked).toBeGreaterThanOrEqual(count)
    expect(looked).toBeLessThan(3 * count)
  })
})
