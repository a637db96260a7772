// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { showInApp } from '../../../testing/in-app.tsx'
import ReadAloud from './read-aloud.tsx'

class Utterance {
  onend: (() => void) | null = null
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
/** The words that the browser was last told to speak. jsdom has no voices. */
let said: Utterance | null
beforeEach(() => {
  said = null
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [{ lang: 'en-US', default: true }],
    cancel: () => undefined,
    speak: (words: Utterance) => {
      said = words
    },
  })
  Element.prototype.scrollIntoView = vi.fn()
})

it('gives the focus back to its button after the last verse, where it was in the player', async () => {
  const verses = [1, 2].map((verse) => ({ verse, text: `Words ${verse}.` }) as Verse)
  const section = { current: document.createElement('section') }
  const element = <ReadAloud {...{ section, verses }} textLanguage="en" heading="John 3" from={null} />
  const { user } = showInApp([{ path: '/', element }])
  const listen = await screen.findByRole('button', { name: 'Listen to John 3' })
  await user.click(listen)
  await user.click(screen.getByRole('button', { name: 'Verse before' }))
  expect(said?.text).toBe('Words 1.')
  screen.getByRole('button', { name: 'Pause' }).focus()
  act(() => said?.onend?.())
  expect(said?.text).toBe('Words 2.')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pause' }))
  act(() => said?.onend?.())
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
  expect(document.activeElement).toBe(listen)
})

it('begins at the bridge that has the chosen verse', async () => {
  const verses = [{ verse: 3 }, { verse: 4, through: 6 }].map(
    (one) => ({ ...one, text: `Words ${one.verse}.` }) as Verse,
  )
  const section = { current: document.createElement('section') }
  const element = <ReadAloud {...{ section, verses }} textLanguage="en" heading="John 3" from={5} />
  const { user } = showInApp([{ path: '/', element }])
  await user.click(await screen.findByRole('button', { name: 'Listen to John 3' }))
  expect(said?.text).toBe('Words 4.')
})
