import { josa } from 'es-hangul'
import ko from './ko.json'
import type { Particles } from './words.ts'

export const words = ko

const pick = (pair: Parameters<typeof josa>[1]) => (word: string) => josa(word, pair)
/** The functions that pick a particle by the last sound of the word. */
export const particles: Particles = {
  '은/는': pick('은/는'),
  '이/가': pick('이/가'),
  '을/를': pick('을/를'),
  '와/과': pick('와/과'),
  '으로/로': pick('으로/로'),
}
