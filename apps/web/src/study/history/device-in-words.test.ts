import { expect, it } from 'vitest'
import { wholeI18n } from '../../locales/whole-i18n.ts'
import { deviceInWords, deviceName } from './device-in-words.ts'

it.each([
  ['Chrome on Windows', 'Chrome on Windows', 'Windows의 Chrome'],
  ['Samsung Internet on Android', 'Samsung Internet on Android', 'Android의 Samsung Internet'],
  ['iPhone', 'iPhone', 'iPhone'],
  ['Unknown device', 'Unknown device', '알 수 없는 기기'],
  ['', 'Unknown device', '알 수 없는 기기'],
])('names the device %j in both languages', async (label, english, korean) => {
  const [en, ko] = await Promise.all([wholeI18n('en'), wholeI18n('ko')])
  expect(deviceName(en.t, label)).toBe(english)
  expect(deviceName(ko.t, label)).toBe(korean)
})

it('says which of them is looked at', async () => {
  const { t } = await wholeI18n('ko')
  expect(deviceInWords(t, { id: 'a', label: 'Safari on iPhone', current: true })).toBe('iPhone의 Safari · 이 기기')
  // Without the server, the device can only be named if it is this one.
  expect(deviceInWords(t, { id: null, label: '', current: true })).toBe('이 기기')
  expect(deviceInWords(t, { id: null, label: '', current: false })).toBe('')
})
