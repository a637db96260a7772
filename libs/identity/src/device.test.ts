import { describe, expect, it } from 'vitest'
import { deviceLabel, deviceOf } from './device.ts'

describe('the label of a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Whale/4.33.325.12 Safari/537.36',
      'Whale on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S918N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 KAKAOTALK 25.7.0',
      'KakaoTalk on Android',
    ],
    ['curl/8.5.0', 'Unknown device'],
    ['Version/'.repeat(1_900), 'Unknown device'],
    ['Version/ Safari/ '.repeat(900), 'Safari'],
    [null, 'Unknown device'],
  ])('of %s is %s', (userAgent, label) => {
    expect(deviceLabel(userAgent)).toBe(label)
  })
})

describe('the id of a device', () => {
  it('is the same as long as the browser keeps its cookie, and another for another person', () => {
    const first = deviceOf('ann', null)
    expect(deviceOf('ann', first.token)).toEqual(first)
    expect(deviceOf('bob', first.token)).toMatchObject({
      token: first.token,
      id: expect.not.stringContaining(first.id),
    })
    expect(deviceOf('ann', null).id).not.toBe(first.id)
  })
  it('is a new one for a cookie that is none of ours', () => {
    expect(deviceOf('ann', 'x').token).toMatch(/^[\w-]{43}$/)
  })
})
