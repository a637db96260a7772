// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import OwnLinkOffer from './own-link-offer.tsx'
import { richTextExtensions } from './rich-text-extensions.ts'

// jsdom has no layout. Here each range has one empty rectangle.
Range.prototype.getClientRects = () => [new DOMRect()] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

const { server } = serverForRuth()
const wasAskedFor = (words: string) => server.asked.some(({ path }) => path.includes(encodeURIComponent(words)))

it('searches for the whole syllable, which takes the place of the half one', async () => {
  server.answer = () => ({ body: [], at: 1 })
  const frame = document.body.appendChild(document.createElement('div'))
  const editor = new Editor({ element: frame, extensions: richTextExtensions, content: '<p>[[ㅅ</p>' })
  editor.commands.setTextSelection(4)
  showInApp([{ path: '/', element: <OwnLinkOffer editor={editor} frame={frame} sermonId="s" /> }], '/', queryClient)
  await screen.findByRole('status')
  await waitFor(() => expect(wasAskedFor('ㅅ')).toBe(true))
  act(() => void editor.commands.insertContentAt({ from: 3, to: 4 }, '사'))
  await waitFor(() => expect(wasAskedFor('사')).toBe(true))
})
