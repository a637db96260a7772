// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { Editor } from '@tiptap/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { manyTurns } from '../../testing/until.ts'
import { richTextExtensions } from './rich-text-extensions.ts'
import { ScriptureOffer } from './scripture-offer.tsx'

// jsdom has no layout. Here each range has one empty rectangle.
Range.prototype.getClientRects = () => [new DOMRect()] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

const server = answeringServer()
const version = { code: 'WEB', name: 'World English Bible', localName: 'WEB', language: 'en', available: true }
const verse = { version: 'WEB', book: 'John', chapter: 3, verse: 16, verse_id: 43_003_016, text: 'So loved.' }
const john: Answer = {
  body: {
    ...{ version: 'WEB', book: 'John', chapter: 3, language: 'en', direction: 'ltr', copyright: null },
    ...{ verses: [verse], previous: null, next: null },
  },
}
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
let arrive: () => void

/** Shows an editor with a reference, and accepts the passage. The server answers when the test calls `arrive`. */
const accept = async (reference = 'John 3:16') => {
  const frame = document.body.appendChild(document.createElement('div'))
  const editor = new Editor({ element: frame, extensions: richTextExtensions })
  editor.commands.setContent(paragraph(reference))
  const { user, queries } = showInApp([
    { path: '/', element: <ScriptureOffer editor={editor} frame={frame} version="WEB" /> },
  ])
  await waitFor(() => expect(server.asked.some(({ path }) => path.startsWith('/api/bible/versions'))).toBe(true))
  editor.commands.setTextSelection(reference.length + 1)
  await user.click(await screen.findByRole('button', { name: /John 3/ }))
  await waitFor(() => expect(server.asked.some(({ path }) => path.includes('John'))).toBe(true))
  return { editor, queries }
}
const blocks = (editor: Editor) => editor.getJSON().content?.map(({ type }) => type)

beforeEach(() => {
  server.asked.length = 0
  const late = new Promise<void>((resolve) => (arrive = resolve))
  server.answer = ({ path }) =>
    path.startsWith('/api/bible/versions')
      ? { body: { versions: [version], default: 'WEB' } }
      : { ...john, after: late }
})

describe('the passage of a reference', () => {
  it('is put in its place', async () => {
    const { editor } = await accept()
    arrive()
    await waitFor(() => expect(blocks(editor)).toEqual(['scripture', 'paragraph']))
    expect(editor.getText()).toContain('So loved.')
  })

  it('is not put where another reference stands, because words were typed above meanwhile', async () => {
    const { editor, queries } = await accept()
    // The new paragraph is as long as the paragraph of the offer, so it now stands where the offer's reference stood.
    editor.commands.insertContentAt(0, paragraph('Mark 1:15'))
    arrive()
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    await manyTurns()
    expect(blocks(editor)).toEqual(['paragraph', 'paragraph'])
    expect(editor.getText({ blockSeparator: ' ' })).toBe('Mark 1:15 John 3:16')
  })

  it('is not put in its place by half, because one of its chapters did not come', async () => {
    const { answer } = server
    server.answer = (asked) => (/\b4\b/.test(asked.path) ? { status: 503 } : answer(asked))
    const { editor } = await accept('John 3:16-4:2')
    arrive()
    await screen.findByRole('alert')
    expect(blocks(editor)).toEqual(['paragraph'])
    expect(editor.getText()).toBe('John 3:16-4:2')
  })
})
