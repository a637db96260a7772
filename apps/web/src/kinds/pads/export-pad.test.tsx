// @vitest-environment jsdom
import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { plainTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { expect, it } from 'vitest'
import type { Findable } from '../../study/offline-kind.ts'
import { asHtml, asMarkdown, asRichText, writtenParts } from './export-pad.tsx'
import type { Gathered } from './gather.ts'

const passage = { type: 'passage', version: 'WEB', verse_id: 19_023_004, end_verse_id: null } as const
const item = (kind: Extract<PadEntry, { type: 'item' }>['kind'], says: Partial<Findable> | 'gone'): Gathered => ({
  entry: { type: 'item', kind, id: 'a' },
  says:
    says === 'gone'
      ? says
      : { title: null, text: '', color: null, passage: null, changedAt: '', findable: () => '', ...says },
})
const gathered: readonly Gathered[] = [
  { entry: { type: 'heading', text: 'In the *valley*' } },
  { entry: passage, words: 'I will fear no evil' },
  { entry: passage, words: '' },
  item('note', { title: '*He*', text: 'From he to you.\n\n- one' }),
  item('highlight', { text: 'you are with me', color: '#7fbf6a' }),
  item('sermon', { title: 'With me', text: 'All of a long sermon' }),
  item('note', 'gone'),
  { entry: { type: 'text', text: 'Silence <b>, then\nthe verse.' } },
  { entry: { type: 'text', text: ' ' } },
  {
    entry: {
      type: 'text',
      text: '**Grace** and *peace*: [here](/my-memos/pads/p), [not](javascript:alert(1))\n> said',
    },
  },
]
const pad = {
  ...{ title: 'A # series', language: 'en' },
  parts: writtenParts(gathered, {
    passage: () => ({ from: 'Psalm 23:4 (WEB)', lang: 'en' }),
    item: ({ entry, says }) => (says === 'gone' ? 'It was deleted.' : `Your ${entry.kind}`),
  }),
}

const BREAK = '  \n'

it('as Markdown, all entries stand in their order, line by line and without HTML', () => {
  expect(asMarkdown(pad)).toBe(`# A \\# series

## In the \\*valley\\*

> I will fear no evil
>
> — Psalm 23:4 (WEB)

> — Psalm 23:4 (WEB)

**\\*He\\***

From he to you.${BREAK}${BREAK}\\- one

*Your note*

> you are with me
>
> — Your highlight

**With me**

*Your sermon*

*It was deleted.*

Silence \\<b\\>, then${BREAK}the verse.

**Grace** and *peace*: [here](</my-memos/pads/p>), \\[not\\](javascript:alert(1))

> said
`)
})

it('as a web page, Markdown is shown, and words are never markup', async () => {
  const html = await asHtml(pad).text()
  const page = new DOMParser().parseFromString(html, 'text/html')
  expect(page.documentElement.lang).toBe('en')
  expect(page.querySelector('body b')).toBeNull()
  expect([...page.querySelectorAll('h1, h2')].map(({ textContent }) => textContent)).toEqual([
    'A # series',
    'In the *valley*',
  ])
  expect(page.querySelector('blockquote')?.textContent).toBe('I will fear no evilPsalm 23:4 (WEB)')
  expect(page.querySelector('blockquote')?.getAttribute('lang')).toBe('en')
  expect([...page.querySelectorAll('p')].map(({ innerHTML }) => innerHTML)).toEqual(
    expect.arrayContaining(['<strong>*He*</strong>', 'Silence &lt;b&gt;, then<br>the verse.', 'said']),
  )
  expect([...page.querySelectorAll('strong, em, a')].map(({ outerHTML }) => outerHTML)).toEqual([
    ...['<strong>*He*</strong>', '<em>Your note</em>', '<strong>With me</strong>', '<em>Your sermon</em>'],
    ...['<em>It was deleted.</em>', '<strong>Grace</strong>', '<em>peace</em>'],
    `<a href="${location.origin}/my-memos/pads/p" target="_blank" rel="noopener noreferrer nofollow">here</a>`,
  ])
})

it('as rich text, for Word, nothing is lost and Markdown is read', () => {
  const text = asRichText(pad)
  expect(text.content?.map(({ type }) => type)).toEqual([
    ...['heading', 'scripture', 'scripture', 'paragraph', 'paragraph', 'paragraph', 'scripture'],
    ...['paragraph', 'paragraph', 'paragraph', 'paragraph', 'paragraph', 'blockquote'],
  ])
  expect(plainTextOf(text)).toContain('the verse.')
  expect(plainTextOf(text)).toContain('Grace and peace: here, [not](javascript:alert(1))')
  expect(text.content?.[1]?.attrs).toEqual({ reference: 'Psalm 23:4 (WEB)', lang: 'en' })
})
