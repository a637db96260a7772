import { describe, expect, it } from 'vitest'
import { placePopup } from './place-popup.ts'

const popup = { width: 240, height: 60 }
const room = { left: 0, top: 100, right: 800, bottom: 900 }
const line = (top: number, left = 100, right = 700) => ({ left, top, right, bottom: top + 30 })
const covers = (lines: ReturnType<typeof line>[], at: { left: number; top: number }) =>
  lines.some(
    ({ left, top, right, bottom }) =>
      at.left < right && at.left + popup.width > left && at.top < bottom && at.top + popup.height > top,
  )

describe('the popup', () => {
  it('stands above the first line', () => {
    expect(placePopup({ lines: [line(300), line(330)], popup, room })).toEqual({ left: 140, top: 232 })
  })

  it('stands beneath the last line where the header is above the first', () => {
    expect(placePopup({ lines: [line(120), line(150)], popup, room })).toMatchObject({ top: 188 })
  })

  it('stands beneath the last line where the first is out of view', () => {
    expect(placePopup({ lines: [line(-400), line(150)], popup, room })).toMatchObject({ top: 188 })
  })

  it('stays in the column at both edges', () => {
    expect(placePopup({ lines: [line(300, 0, 20)], popup, room })).toMatchObject({ left: 8 })
    expect(placePopup({ lines: [line(300, 780, 800)], popup, room })).toMatchObject({ left: 552 })
  })

  it('stands at the side of what fills the view', () => {
    const lines = Array.from({ length: 60 }, (_, at) => line(-200 + at * 30, 100, 500))
    const at = placePopup({ lines, popup, room })
    expect(at).toEqual({ left: 508, top: 470 })
  })

  it('never lies on what is chosen, wherever that is', () => {
    for (let top = 100; top < 860; top += 7)
      for (const height of [1, 2, 5, 9]) {
        const lines = Array.from({ length: height }, (_, at) => line(top + at * 30))
        const at = placePopup({ lines, popup, room })
        expect(at && covers(lines, at)).toBe(false)
      }
  })

  it('is still in view where there is no room at all', () => {
    const lines = Array.from({ length: 60 }, (_, at) => line(-200 + at * 30, 0, 800))
    expect(placePopup({ lines, popup, room })).toMatchObject({ top: 832 })
    expect(placePopup({ lines: [], popup, room })).toBeNull()
  })
})
