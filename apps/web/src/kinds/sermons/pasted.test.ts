// @vitest-environment jsdom
import { getSchema } from '@tiptap/core'
import { DOMSerializer, Slice } from '@tiptap/pm/model'
import { expect, it } from 'vitest'
import { copiedText, PasteParser, pastedText } from './pasted.ts'
import { richTextExtensions } from './rich-text-extensions.ts'

const schema = getSchema(richTextExtensions)
const htmlOf = ({ content }: Slice) => {
  const root = document.createElement('div')
  root.append(DOMSerializer.fromSchema(schema).serializeFragment(content))
  return root.innerHTML
}
const fromHtml = (html: string) => {
  const root = document.createElement('div')
  root.innerHTML = html
  // In a browser the content security policy leaves `element.style` empty. The test imitates the policy.
  for (const one of root.querySelectorAll('[style]')) Object.defineProperty(one, 'style', { value: {} })
  return htmlOf(new PasteParser(schema).parseSlice(root))
}
const fromText = (text: string, plain = false) => pastedText(text, { marks: () => [] }, plain, schema)

it.each([
  ['<b style="font-weight:normal"><p>a <span style="font-weight:700">b</span></p></b>', '<p>a <strong>b</strong></p>'],
  [
    '<p style="FONT-WEIGHT: 600 !important">a <span style="font-weight:400">b</span></p>',
    '<p><strong>a </strong>b</p>',
  ],
  ['<p><span style="font-style:italic">a</span><i style="font-style:normal">b</i></p>', '<p><em>a</em>b</p>'],
  ['<p><span style="text-decoration:underline line-through">a</span></p>', '<p><s><u>a</u></s></p>'],
  ['<p><u style="text-decoration:none">a</u></p>', '<p>a</p>'],
  [
    '<p style="text-align:end">a</p><div style="text-align:center"><p>b</p></div>',
    '<p data-align="right">a</p><p data-align="center">b</p>',
  ],
])('what %s says by its styles is kept', (html, kept) => expect(fromHtml(html)).toBe(kept))

it('a link is not underlined twice', () =>
  expect(
    fromHtml('<p><a href="https://example.org"><span style="text-decoration:underline">a</span></a></p>'),
  ).not.toContain('<u>'))

it('lists of Word are lists, in their levels and numbers', () => {
  const item = (level: number, sign: string, words: string) =>
    `<p style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${sign}<span>&nbsp; </span></span>${words}</p>`
  expect(
    fromHtml(
      `<p>x</p>${item(1, '3.', 'a')}${item(2, 'o', 'b')}${item(2, 'o', 'c')}${item(1, '4.', 'd')}<p>y</p>${item(1, '·', 'e')}`,
    ),
  ).toBe(
    '<p>x</p><ol start="3"><li><p>a</p><ul><li><p>b</p></li><li><p>c</p></li></ul></li><li><p>d</p></li></ol><p>y</p><ul><li><p>e</p></li></ul>',
  )
  expect(fromHtml(`${item(1, '1)', 'a')}${item(1, '·', 'b')}`)).toBe(
    '<ol><li><p>a</p></li></ol><ul><li><p>b</p></li></ul>',
  )
})

it('each row of a table is a paragraph, and its cells do not run together', () => {
  const table = '<table><tr><td>a</td><td><b>b</b></td></tr><tr><td>c</td><td>d</td></tr></table>'
  expect(fromHtml(table)).toBe('<p>a <strong>b</strong></p><p>c d</p>')
  expect(fromHtml('<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table>')).toBe('<p>a</p><p>b</p>')
})

it('each line of a text is a paragraph, blank ones too, and the text that goes out is the one that came in', () => {
  const slice = fromText('a\n\nb\r\n\r\n\r\nc\n')
  expect(htmlOf(slice)).toBe('<p>a</p><p></p><p>b</p><p></p><p></p><p>c</p>')
  expect(copiedText(slice)).toBe('a\n\nb\n\n\nc')
})

it('headings and lists are read from a text, unless its letters alone are asked for', () => {
  const text = '# A\n- b\n- c\n1. d\n2. e\n2024. 3. 1.\n7. f'
  expect(htmlOf(fromText(text))).toBe(
    '<h1>A</h1><ul><li><p>b</p></li><li><p>c</p></li></ul><ol><li><p>d</p></li><li><p>e</p></li></ol><p>2024. 3. 1.</p><p>7. f</p>',
  )
  expect(htmlOf(fromText(text, true))).toBe(
    '<p># A</p><p>- b</p><p>- c</p><p>1. d</p><p>2. e</p><p>2024. 3. 1.</p><p>7. f</p>',
  )
  expect(htmlOf(fromText('0. a\n1. b', true))).toBe('<p>0. a</p><p>1. b</p>')
  expect(copiedText(fromText('- a\n- b'))).toBe('a\nb')
})

it('words of one line are copied as one line, and a break in a line is one', () => {
  const words = schema.node('paragraph', null, [
    schema.text('a '),
    schema.text('b', [schema.mark('bold')]),
    schema.node('hardBreak'),
    schema.text('c'),
  ])
  expect(copiedText(new Slice(words.content, 0, 0))).toBe('a b\nc')
  expect(copiedText(Slice.maxOpen(schema.node('doc', null, [words, words]).content))).toBe('a b\nc\na b\nc')
})
