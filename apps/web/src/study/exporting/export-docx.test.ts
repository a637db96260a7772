import { inflateRawSync } from 'node:zlib'
import type { RichTextNode } from '@pathlight/contracts/rich-text-rules.ts'
import { expect, it } from 'vitest'
import { asDocx } from './export-docx.ts'

/** The files in a zip, by their names (APPNOTE.TXT 4.3: central directory, local headers). */
const unzipped = (zip: Buffer): ReadonlyMap<string, string> => {
  const parts = new Map<string, string>()
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\u0005\u0006') + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment] = [
      zip.readUInt32LE(at + 20),
      ...[28, 30, 32].map((place) => zip.readUInt16LE(at + place)),
    ] as [number, number, number, number]
    const local = zip.readUInt32LE(at + 42)
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(begin, begin + size)
    const words = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes
    parts.set(zip.toString('utf8', at + 46, at + 46 + name), words.toString('utf8'))
    at += 46 + name + extra + comment
  }
  return parts
}

const text = (words: string, ...marks: string[]): RichTextNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content })

it('a document of Word has all words, headings, lists and quotations, and nothing that Word refuses', async () => {
  const file = await asDocx({
    title: '길 & 빛 <1>',
    speaker: '김은혜',
    passage: '요한복음 3:16 (개역한글)',
    language: 'ko',
    content: {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [text('Second')] },
        paragraph(text('pasted\u000bfrom \u0001Word, '), text('bold', 'bold')),
        {
          type: 'orderedList',
          attrs: { start: 3 },
          content: [{ type: 'listItem', content: [paragraph(text('third'))] }],
        },
        {
          type: 'scripture',
          attrs: { reference: 'Romans 8:28', version: 'WEB' },
          content: [paragraph(text('We know'))],
        },
      ],
    },
  })
  const parts = unzipped(Buffer.from(await file.arrayBuffer()))
  const document = parts.get('word/document.xml') ?? ''
  const words = [...document.matchAll(/<w:t[ >][^<]*?>?([^<>]*)<\/w:t>/g)].map(([, said]) => said)
  expect(words).toEqual([
    '길 &amp; 빛 &lt;1&gt;',
    '김은혜 · 요한복음 3:16 (개역한글)',
    ...['Second', 'pastedfrom Word, ', 'bold', 'third', 'We know', '— Romans 8:28 (WEB)'],
  ])
  expect(document).toMatch(/<w:pStyle w:val="Heading2"\/>/)
  expect(document).toMatch(/<w:jc w:val="center"\/>/)
  expect(document).toMatch(/<w:pStyle w:val="Quote"\/>/)
  expect(parts.get('word/numbering.xml')).toMatch(/<w:start w:val="3"\/>/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML must not contain control characters
  for (const [name, part] of parts) expect(part, name).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
})
