// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import { screen } from '@testing-library/react'
import { createRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Chosen } from '../../../study/study-kind.ts'
import { answeringServer } from '../../../testing/answering-server.ts'
import { showInApp } from '../../../testing/in-app.tsx'
import ChoicePopup from './choice-popup.tsx'

answeringServer()
// jsdom has no layout.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
const verse = (number: number): Verse => ({
  ...{ version: 'KJV', book: 'John', chapter: 3, verse: number, verse_id: 43_003_000 + number },
  text: `Words ${number}`,
})
const part = (number: number) => ({ verse: verse(number), start: 0, end: 7, text: `Words ${number}` })
const chosen: Chosen = {
  by: 'verses',
  column: { version: 'KJV', book: 'John', chapter: 3 },
  parts: [part(1), part(2), part(3)],
}

const onDrop = vi.fn()
const onClose = vi.fn()
beforeEach(() => vi.clearAllMocks())

/**
 * Shows the popup as after Shift+↓: the number of the last chosen verse has the focus. `by` says whether verses or
 * words are chosen.
 */
const show = (by: Chosen['by'], pressed: boolean) => {
  const column = createRef<HTMLElement>()
  const props = { column, names: 'en' as const, takeFocus: false, kinds: [], viewer: null, onClose }
  const calls = { onAct: vi.fn(), onShare: vi.fn(), onLook: vi.fn() }
  const element = (
    <section ref={column} className="scripture">
      <button type="button" className="verse-number" aria-pressed={pressed} onClick={onDrop}>
        3
      </button>
      <ChoicePopup {...props} {...calls} chosen={{ ...chosen, by }} />
    </section>
  )
  const { user } = showInApp([{ path: '/', element }])
  screen.getByRole('button', { name: '3' }).focus()
  return user
}

it.each(['verses', 'words'] as const)(
  'Enter on a chosen verse leads to what can be done, and drops nothing: by %s',
  async (by) => {
    await show(by, true).keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe('Copy')
    expect(onDrop).not.toHaveBeenCalled()
  },
)

it('Enter on another verse chooses that one, and Escape lets go', async () => {
  const user = show('verses', false)
  await user.keyboard('{Enter}')
  expect(onDrop).toHaveBeenCalledOnce()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
