// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Visit } from './features/reader/columns/visit.ts'

const script = readFileSync(join(import.meta.dirname, '../public/before-scripts.js'), 'utf8')

/** Makes an empty page. `rendered`: the page is as the server sent it, before hydration. */
const page = (rendered: boolean) => {
  document.body.innerHTML = `<div id="root" ${rendered ? 'data-rendered' : ''}></div>`
}
const root = () => document.querySelector('#root') as HTMLElement
const button = (name: string) => {
  const made = Object.assign(document.createElement('button'), { type: 'button' })
  made.setAttribute('aria-label', name)
  const pressed = vi.fn()
  made.addEventListener('click', pressed)
  root().append(made)
  return { made, pressed }
}
const on = (element: EventTarget, ...events: string[]) => {
  for (const event of events) element.dispatchEvent(new MouseEvent(event, { bubbles: true }))
}

beforeAll(() => {
  page(true)
  new Function(script)()
})

// doneEarly removes the script's listeners, so this test must be the first.
it('presses the button that took the place of the one that was pressed before the scripts came', () => {
  page(true)
  const others = [button('Bookmarks'), button('Close')]
  const { made } = button('Bookmarks')
  on(made, 'click')
  const repeat = window.doneEarly?.()
  // The session became known, and React rendered the header again.
  root().replaceChildren()
  const before = button('Bookmarks')
  const { pressed } = button('Bookmarks')
  repeat?.()
  expect(pressed).toHaveBeenCalledOnce()
  for (const other of [before, ...others]) expect(other.pressed).not.toHaveBeenCalled()
})

it('presses the button that comes while the one before is held down', () => {
  page(false)
  const { made } = button('Bookmarks')
  on(made, 'pointerdown')
  root().replaceChildren()
  const { made: now, pressed } = button('Bookmarks')
  on(now, 'pointerup')
  expect(pressed).toHaveBeenCalledOnce()
})

it('leaves presses alone where the button stays, where the finger was moved away, and where it is gone for good', () => {
  page(false)
  const { made, pressed } = button('Bookmarks')
  on(made, 'pointerdown', 'pointerup')
  on(made, 'pointerdown', 'pointercancel')
  root().replaceChildren()
  on(root(), 'pointerup')
  const next = button('Bookmarks')
  on(next.made, 'pointerdown')
  root().replaceChildren()
  on(root(), 'pointerup')
  expect(pressed).not.toHaveBeenCalled()
  expect(next.pressed).not.toHaveBeenCalled()
})

describe('the room for the reader’s columns', () => {
  const chapter = (version: string) => ({ version, book: 'John', chapter: 3 })
  const before = () => document.documentElement.style.getPropertyValue('--before')
  const behind = () => document.documentElement.style.getPropertyValue('--behind')
  afterEach(() => {
    window.doneEarly?.()
    localStorage.clear()
    history.replaceState(null, '', '/')
    for (const name of ['--before', '--behind']) document.documentElement.style.removeProperty(name)
  })

  it('is for the columns of the history entry, not for those that this device has now', () => {
    localStorage.setItem('columns', JSON.stringify([chapter('KJV'), chapter('WEB'), chapter('ASV')]))
    const visit: Visit = {
      reader: {
        columns: [
          { id: 'a', ...chapter('KJV') },
          { id: 'b', ...chapter('WEB') },
        ],
        ...{ active: 'b', synced: false, choice: null },
      },
      ...{ coming: 'stay', entry: 'here' },
    }
    history.replaceState({ usr: visit }, '', '/bible/WEB/John/3')
    new Function(script)()
    expect([before(), behind()]).toEqual(['0.5', '0'])
  })

  it('is for the columns of this device where the entry has none', () => {
    localStorage.setItem('columns', JSON.stringify([chapter('WEB'), chapter('KJV'), chapter('ASV')]))
    history.replaceState(null, '', '/bible/WEB/John/3')
    new Function(script)()
    expect([before(), behind()]).toEqual(['0', String(2 / 3)])
  })
})
