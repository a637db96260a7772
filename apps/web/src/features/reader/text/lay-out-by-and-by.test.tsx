// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import { expect, it, vi } from 'vitest'
import { firstAhead, layOutByAndBy, layOutNow } from './lay-out-by-and-by.ts'
import { layOutChapter } from './lay-out-chapter.ts'

const chapterOf = (verses: number, text: string) =>
  layOutChapter(
    Array.from(
      { length: verses },
      (_, at): Verse => ({
        version: 'KJV',
        book: 'Psalms',
        chapter: 119,
        verse: at + 1,
        verse_id: 19_119_001 + at,
        text,
      }),
    ),
  )

it('lays out at first what fills any window, by words or by lines', () => {
  expect(firstAhead(chapterOf(176, 'x'.repeat(100)))).toBe(25)
  expect(firstAhead(chapterOf(176, 'short'))).toBe(50)
  expect(firstAhead(chapterOf(25, 'x'.repeat(100)))).toBe(25)
  expect(firstAhead([])).toBe(0)
})

const shown = (): HTMLElement => {
  const text = document.createElement('div')
  for (let line = 0; line < 120; line += 1)
    text.append(Object.assign(document.createElement('p'), { textContent: 'short' }))
  for (const line of text.children) line.setAttribute('data-ahead', '')
  return text
}
const waiting = (text: HTMLElement) => text.querySelectorAll('[data-ahead]').length

it('lays out the rest a screen a frame, and all of it at once where somebody is led to a place', () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
  const text = shown()
  const stop = layOutByAndBy(text)
  const counts = Array.from({ length: 3 }, () => {
    vi.advanceTimersToNextFrame()
    return waiting(text)
  })
  expect(counts).toEqual([70, 20, 0])
  stop()
  const other = shown()
  layOutNow(other)
  expect(waiting(other)).toBe(0)
  vi.useRealTimers()
})
