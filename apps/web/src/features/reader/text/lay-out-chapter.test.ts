import type { Verse } from '@pathlight/contracts/bible.ts'
import { describe, expect, it } from 'vitest'
import { type Block, layOutChapter } from './lay-out-chapter.ts'

const verse = (number: number, text: string, more: Partial<Verse> = {}): Verse => ({
  version: 'WEB',
  book: 'Psalms',
  chapter: 23,
  verse: number,
  verse_id: 19_023_000 + number,
  text,
  ...more,
})
/** The blocks as a reader sees them: `[n]` is a number, `*` a footnote, and `|` the end of a verse. */
const seen = (blocks: Block[]) =>
  blocks.map((block) =>
    block.kind === 'heading'
      ? `# ${block.heading.text}`
      : `${block.kind === 'line' ? '>'.repeat(block.indent + 1) : 'P'} ${block.pieces
          .map(
            ({ verse: { verse: number }, opens, closes, parts }) =>
              `${opens ? `[${number}]` : ''}${parts.map((part) => (part.kind === 'text' ? part.text : '*')).join('')}${closes ? '|' : ''}`,
          )
          .join('')}`,
  )

describe('a chapter on the page', () => {
  it('lets verses run on in a paragraph until the next one begins, also inside a verse', () => {
    const blocks = layOutChapter([
      verse(1, 'One.', { breaks: [{ at: 0, kind: 'paragraph' }] }),
      verse(2, 'Two. Still two.', { breaks: [{ at: 5, kind: 'paragraph' }] }),
      verse(3, 'Three.'),
    ])
    expect(seen(blocks)).toEqual(['P [1]One.|[2]Two. ', 'P Still two.|[3]Three.|'])
  })

  it('sets poetry in its lines with their indents', () => {
    const blocks = layOutChapter([
      verse(1, 'Yahweh is my shepherd; I shall lack nothing.', {
        breaks: [
          { at: 0, kind: 'line', indent: 1 },
          { at: 23, kind: 'line', indent: 2 },
        ],
      }),
      verse(2, 'He restores.', { breaks: [{ at: 0, kind: 'stanza', indent: 1 }] }),
    ])
    expect(seen(blocks)).toEqual(['> [1]Yahweh is my shepherd; ', '>> I shall lack nothing.|', '> [2]He restores.|'])
    expect(blocks[2]).toMatchObject({ stanza: true })
  })

  it('puts headings before the first word and begins anew after them', () => {
    const blocks = layOutChapter([
      verse(1, 'One.', {
        headings: [
          { kind: 'section', text: 'The shepherd' },
          { kind: 'psalm', text: 'A Psalm by David.' },
        ],
        breaks: [{ at: 0, kind: 'paragraph' }],
      }),
      verse(2, 'Two.', { headings: [{ kind: 'section', text: 'After' }] }),
    ])
    expect(seen(blocks)).toEqual(['# The shepherd', '# A Psalm by David.', 'P [1]One.|', '# After', 'P [2]Two.|'])
  })

  it('gives each verse a paragraph where the text knows none', () => {
    expect(seen(layOutChapter([verse(1, 'One.'), verse(2, 'Two.')]))).toEqual(['P [1]One.|', 'P [2]Two.|'])
  })

  it('loses no character, style or footnote, wherever they are cut', () => {
    const text = 'Jesus said, Come and see.'
    const laid = layOutChapter([
      verse(1, text, {
        breaks: [
          { at: 0, kind: 'line', indent: 1 },
          { at: 12, kind: 'line', indent: 2 },
        ],
        spans: [
          { start: 12, end: 25, kind: 'jesus' },
          { start: 17, end: 20, kind: 'added' },
        ],
        notes: [
          { at: 0, text: 'first' },
          { at: 12, text: 'at the break' },
          { at: 20, text: 'inside' },
          { at: 25, text: 'last' },
        ],
      }),
    ])
    expect(seen(laid)).toEqual(['> [1]*Jesus said, *', '>> Come and* see.*|'])
    const parts = laid.flatMap((block) =>
      block.kind === 'heading' ? [] : block.pieces.flatMap((piece) => piece.parts),
    )
    expect(parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')).toBe(text)
    expect(parts.filter((part) => part.kind === 'text').map(({ text: run, styles }) => [run, styles])).toEqual([
      ['Jesus said, ', []],
      ['Come ', ['jesus']],
      ['and', ['jesus', 'added']],
      [' see.', ['jesus']],
    ])
    expect(parts.filter((part) => part.kind === 'footnote').map(({ text: note }) => note)).toEqual([
      'first',
      'at the break',
      'inside',
      'last',
    ])
  })

  it('keeps a verse that has no text', () => {
    expect(seen(layOutChapter([verse(1, 'One.', { breaks: [{ at: 0, kind: 'paragraph' }] }), verse(2, '')]))).toEqual([
      'P [1]One.|[2]|',
    ])
  })
})
