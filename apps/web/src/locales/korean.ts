import { josa } from 'es-hangul'
import ko from './ko.json'
import type { Particle } from './translate.ts'

export const words = ko
/** Picks the particle by the last sound of the word. */
export const particle: Particle = (word, pair) => josa(word, pair as Parameters<typeof josa>[1])
