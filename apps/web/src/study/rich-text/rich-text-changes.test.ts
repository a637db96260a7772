import type { RichText, RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import { describe, expect, it } from 'vitest'
import { type BlockChange, blocksOf, richTextChanges, textOf, type Word } from './rich-text-changes.ts'

const doc = (...content: RichTextNode[]): RichText => ({ type: 'doc', content })
const text = (words: string, mark?: string): RichTextNode => ({
  type: 'text',
  text: words,
  ...(mark && { marks: [{ type: mark }] }),
})
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content })
const heading = (words: string, level = 2): RichTextNode => ({
  type: 'heading',
  attrs: { level },
  content: [text(words)],
})
const list = (type: string, ...items: string[]): RichTextNode => ({
  type,
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(text(item))] })),
})
const words = (some: readonly Word[]) => some.map(textOf).join('')
const told = (change: BlockChange): string =>
  change.kind === 'changed'
    ? change.runs
        .map(
          ({ kind, words: some }) =>
            ({ same: words(some), added: `+${words(some)}+`, removed: `-${words(some)}-` })[kind],
        )
        .join('|')
    : `${change.kind}: ${words(change.block.words)}`

describe('what became of a rich text', () => {
  it('is nothing where nothing was changed', () => {
    const one = doc(heading('So loved'), paragraph(text('God gave.')))
    expect(richTextChanges(one, one).map(({ kind }) => kind)).toEqual(['same', 'same'])
  })
  it('is told word by word within a paragraph, and a new one as a whole', () => {
    const before = doc(heading('So loved'), paragraph(text('God gave his Son to us.')), paragraph(text('Amen.')))
    const after = doc(
      heading('So loved'),
      paragraph(text('God gave his only Son to us.')),
      paragraph(text('And so we live.')),
      paragraph(text('Amen.')),
    )
    expect(richTextChanges(before, after).map(told)).toEqual([
      'same: So loved',
      'God gave his|+ only+| Son to us.',
      'added: And so we live.',
      'same: Amen.',
    ])
  })
  it('has formats and structure in it', () => {
    const before = doc(paragraph(text('God gave')), paragraph(text('Point one')))
    const after = doc(paragraph(text('God '), text('gave', 'bold')), heading('Point one'))
    expect(richTextChanges(before, after).map(told)).toEqual([
      'God|- gave-|+ gave+',
      'added: Point one',
      'removed: Point one',
    ])
  })
  it('does not tell the numbers of a list as changes of its items', () => {
    const before = doc(list('orderedList', 'one', 'two'))
    const after = doc(list('orderedList', 'zero', 'one', 'two'))
    expect(richTextChanges(before, after).map(told)).toEqual(['added: zero', 'same: one', 'same: two'])
    expect(blocksOf(after).map(({ marker }) => marker)).toEqual(['1.', '2.', '3.'])
  })
  it('knows where a paragraph stands', () => {
    const deep = doc({
      type: 'scripture',
      attrs: { reference: 'John 3:16', version: 'KJV' },
      content: [paragraph(text('For God'))],
    })
    expect(blocksOf(deep)).toMatchObject([
      { frame: { type: 'paragraph', quote: 'scripture' }, words: [[{ text: 'For' }], [{ text: ' God' }]] },
      { frame: { type: 'reference', quote: 'scripture' }, words: [[{ text: 'John 3:16 (KJV)' }]] },
    ])
  })
})
