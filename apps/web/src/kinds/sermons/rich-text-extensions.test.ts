import { cleanRichText } from '@pathlight/contracts/rich-text-rules.ts'
import { getSchema } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { richTextExtensions, writingExtensions } from './rich-text-extensions.ts'

describe('what a sermon is written with', () => {
  const schema = getSchema(richTextExtensions)

  it('has the nodes and marks of the contract, and no others', () => {
    expect(Object.keys(schema.nodes).toSorted()).toEqual([
      ...['blockquote', 'bulletList', 'doc', 'hardBreak', 'heading', 'horizontalRule', 'listItem', 'orderedList'],
      ...['paragraph', 'scripture', 'text'],
    ])
    expect(Object.keys(schema.marks).toSorted()).toEqual(['bold', 'italic', 'link', 'strike', 'underline'])
  })

  it('is the same while it is written as when it is read', () => {
    const writing = getSchema(writingExtensions(''))
    expect(Object.keys(writing.nodes)).toEqual(Object.keys(schema.nodes))
    expect(Object.keys(writing.marks)).toEqual(Object.keys(schema.marks))
  })

  it('is kept by the contract as the editor has it', () => {
    const marks = [{ type: 'bold' }, { type: 'italic' }, { type: 'strike' }, { type: 'underline' }]
    const written = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Love' }] },
        { type: 'paragraph', content: [{ type: 'text', marks, text: 'God so loved the world' }] },
      ],
    }
    const kept = cleanRichText(schema.nodeFromJSON(written).toJSON(), Number.POSITIVE_INFINITY)
    expect(schema.nodeFromJSON(kept).eq(schema.nodeFromJSON(written))).toBe(true)
  })

  it('refuses a program', () => {
    const code = { type: 'codeBlock', content: [{ type: 'text', text: 'x' }] }
    expect(() => schema.nodeFromJSON({ type: 'doc', content: [code] })).toThrow('codeBlock')
  })
})
