import { expect, it } from 'vitest'
import { fileName } from './save-file.ts'

it.each([
  ['Romans 8:28', 'Romans 8 28'],
  [`${'a'.repeat(79)}🕊`, 'a'.repeat(79)],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ['/', 'sermon'],
])('names the file of the title %s', (title, name) => expect(fileName(title, 'sermon')).toBe(name))
