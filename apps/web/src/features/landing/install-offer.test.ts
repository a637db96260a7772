// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { closeIosHint, IOS_HINT_AWAY_MS, isPlainIosSafari, mayShowIosHint } from './install-offer.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

describe('the hint for iOS', () => {
  beforeEach(() => localStorage.clear())

  it.each([
    ['Safari on an iPhone', IPHONE, 5, false, true],
    ['Safari on an iPad, which says that it is a Mac', IPAD, 5, false, true],
    ['Safari on a Mac', IPAD, 0, false, false],
    ['the app on the home screen', IPHONE, 5, true, false],
    ['Chrome on an iPhone', IPHONE.replace('Version/18.5', 'CriOS/140.0'), 5, false, false],
    [
      'Chrome on Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
      5,
      false,
      false,
    ],
  ])('for %s', (_what, userAgent, maxTouchPoints, standalone, shown) => {
    expect(isPlainIosSafari({ userAgent, maxTouchPoints, standalone })).toBe(shown)
  })

  it('stays away for seven days once it was closed', () => {
    expect(mayShowIosHint(1_000)).toBe(true)
    const closed = 1_800_000_000_000
    closeIosHint(closed)
    expect(mayShowIosHint(closed)).toBe(false)
    expect(mayShowIosHint(closed + IOS_HINT_AWAY_MS - 1)).toBe(false)
    expect(mayShowIosHint(closed + IOS_HINT_AWAY_MS)).toBe(true)
  })

  it('is shown where what is kept is nonsense', () => {
    localStorage.setItem('ios-install-hint-closed', 'yes')
    expect(mayShowIosHint(1_800_000_000_000)).toBe(true)
  })
})
