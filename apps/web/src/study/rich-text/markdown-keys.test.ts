import { describe, expect, it } from 'vitest'
import { breakLine, type Edit, turnSigns } from './markdown-keys.ts'

/** The edited text, with the selection in square brackets. */
const told = (text: string, edit: Edit | null): string | null => {
  if (!edit) return null
  const done = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const [start, end] = edit.select
  return `${done.slice(0, start)}[${done.slice(start, end)}]${done.slice(end)}`
}
const turned = (written: string, sign: string) => {
  const start = written.indexOf('[')
  const end = written.indexOf(']') - 1
  const text = written.replace('[', '').replace(']', '')
  return told(text, turnSigns(text, start, end, sign))
}
const broken = (written: string) => {
  const text = written.replace('|', '')
  return told(text, breakLine(text, written.indexOf('|')))
}

describe('Ctrl+B and Ctrl+I', () => {
  it.each([
    ['God [loved] us', '**', 'God **[loved]** us'],
    ['God **[loved]** us', '**', 'God [loved] us'],
    ['God [**loved**] us', '**', 'God [loved] us'],
    ['God [**loved**] us', '*', 'God *[**loved**]* us'],
    ['God [**loved** and **gave**] us', '**', 'God **[**loved** and **gave**]** us'],
    ['God[ loved ]us', '*', 'God *[loved]* us'],
    ['God *[loved]* us', '*', 'God [loved] us'],
    ['God **[loved]** us', '*', 'God ***[loved]*** us'],
    ['God []', '**', 'God **[]**'],
    ['God [loved\n\n- **the**\n- world] so', '**', 'God [**loved**\n\n- **the**\n- **world**] so'],
    ['God [**loved**\n\n- **the**] so', '**', 'God [loved\n\n- the] so'],
    ['God [**loved**\n- the] so', '*', 'God [***loved***\n- *the*] so'],
    ['God [***loved***\n- *the*] so', '*', 'God [**loved**\n- the] so'],
  ])('%s with %s is %s', (written, sign, expected) => expect(turned(written, sign)).toBe(expected))
})

describe('Enter', () => {
  it.each([
    ['- one|', '- one\n- []'],
    ['- one|, two', '- one\n- [], two'],
    ['a\n  2. two|\nb', 'a\n  2. two\n  3. []\nb'],
    ['> said|', '> said\n> []'],
    ['> > said|', '> > said\n> > []'],
    ['> 1. said|', '> 1. said\n> 2. []'],
    ['> - said\n> - |', '> - said\n[]'],
    ['- one\n- |', '- one\n[]'],
    ['just words|', null],
    ['|- one', null],
    ['#1. not a list|', null],
    ['2026. 11. 27. 새벽기도|', null],
    ['11. 27. 주일|', null],
    ['1. 2026년|', '1. 2026년\n2. []'],
    ['1. 3.5 million|', '1. 3.5 million\n2. []'],
  ])('after %j is %j', (written, expected) => expect(broken(written)).toBe(expected))
})
