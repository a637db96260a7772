import { expect, it } from 'vitest'
import { firstWordOf } from './first-word.ts'

it.each([
  ['In the beginning', 'In'],
  ['“Let there be light,” said God', '“Let'],
  ['태초에 하나님이', '태초에'],
  ['起初神創造天地。', '起'],
  ['「你們去數點以色列人', '「你'],
  ['神。說', '神。'],
  ['はじめに神は', 'は'],
  ['ในเริ่มแรกนั้น', 'ใ'],
  [' word', ' word'],
  ['', ''],
])('of %j is %j', (text, first) => {
  expect(firstWordOf(text)).toBe(first)
})
