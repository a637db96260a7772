// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { showInApp } from '../testing/in-app.tsx'
import AppearancePopover from './appearance-popover.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  document.querySelector('.scripture')?.remove()
})

/** Puts a text with these elements on the page, in place of the text before. */
const openText = (elements: string) => {
  document.querySelector('.scripture')?.remove()
  document.body.insertAdjacentHTML('beforeend', `<div class="scripture">${elements}</div>`)
}
const isDisabled = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).disabled

it.each(['small', 'wide'])(
  'a part can be hidden where the text that is open now has it: on a %s screen',
  async (screenIs) => {
    const matchMedia = (media: string) => Object.assign(new EventTarget(), { matches: screenIs === 'wide', media })
    vi.stubGlobal('matchMedia', matchMedia)
    openText('<sup class="verse-number">1</sup>')
    const { user } = showInApp([{ path: '/', element: <AppearancePopover openAtOnce /> }])
    expect([isDisabled('Verse numbers'), isDisabled('Footnotes')]).toEqual([false, true])
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Text settings' }))
    openText('<sup class="footnote">a</sup>')
    await user.click(screen.getByRole('button', { name: 'Text settings' }))
    expect([isDisabled('Verse numbers'), isDisabled('Footnotes')]).toEqual([true, false])
  },
)
