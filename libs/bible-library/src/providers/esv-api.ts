import { z } from 'zod'
import { type Element, type Meaning, plainText, versesOfHtml } from './html-verses.ts'
import { type Provider, ProviderFailure } from './provider.ts'
import { parseJson, type RemoteService } from './remote-service.ts'
import type { CacheLicence } from './text-cache.ts'

/** The address of Crossway's API (api.esv.org/docs). */
export const ESV_API = 'https://api.esv.org/v3'

/** Crossway's terms allow storing at most 500 verses or half of a book, whichever is less. */
export const ESV_CACHE: CacheLicence = { maxVerses: 500, keepMs: 24 * 60 * 60_000, halfOfBook: true }

/** The notice that Crossway requires with the text. */
const COPYRIGHT =
  'Scripture quotations are from the ESV® Bible (The Holy Bible, English Standard Version®), © 2001 by Crossway, a publishing ministry of Good News Publishers. Used by permission. All rights reserved. www.esv.org'

const answer = z.object({ passages: z.array(z.string()), parsed: z.array(z.array(z.int())).optional() })

/** Matches the id of a verse element: v43003016-1 has book, chapter, verse, and the passage's number in the answer. */
const VERSE = /^v(\d{8})-/

const HEADINGS: Readonly<Record<string, 'psalm' | 'speaker' | 'acrostic'>> = {
  'psalm-title': 'psalm',
  speaker: 'speaker',
  'psalm-acrostic-title': 'acrostic',
}

const indentOf = (classes: readonly string[]): number => {
  if (classes.includes('declares')) return 4
  if (classes.includes('indent-2')) return 3
  return classes.includes('indent') ? 2 : 1
}

const spanMeaning = (classes: readonly string[]): Meaning => {
  if (classes.includes('line')) return { is: 'line', indent: indentOf(classes) }
  if (classes.includes('begin-line-group')) return { is: 'stanza' }
  if (classes.includes('woc')) return { is: 'span', kind: 'jesus' }
  if (classes.includes('divine-name') || classes.includes('small-caps')) return { is: 'span', kind: 'name' }
  return classes.includes('selah') ? { is: 'span', kind: 'selah' } : { is: 'plain' }
}

const meaningIn =
  (chapterId: number) =>
  ({ name, classes, attributes }: Element): Meaning => {
    const verse = name === 'b' ? VERSE.exec(attributes.id ?? '')?.[1] : undefined
    if (verse !== undefined) {
      const id = Number(verse)
      return Math.floor(id / 1000) === chapterId ? { is: 'verse number', verse: id % 1000 } : { is: 'nothing' }
    }
    if (classes.includes('extra_text') || classes.includes('audio') || classes.includes('copyright'))
      return { is: 'nothing' }
    if (/^h[3-6]$/.test(name)) {
      const kind = classes.map((word) => HEADINGS[word]).find((heading) => heading !== undefined)
      return { is: 'heading', kind: kind ?? 'section' }
    }
    if (name === 'h1' || name === 'h2') return { is: 'nothing' }
    if (name === 'a' && classes.includes('fn')) return { is: 'note', text: plainText(attributes.title ?? '') }
    if (name === 'p') return { is: 'paragraph' }
    return name === 'span' ? spanMeaning(classes) : { is: 'plain' }
  }

/** The English Standard Version from Crossway's API, version 3. */
export const esvApi = (service: RemoteService): Provider => ({
  name: service.name,
  versions: ['ESV'],
  async chapter(version, book, chapter) {
    const { status, body } = await service.get('/passage/html/', {
      q: `${book.name.en} ${chapter}`,
      'include-passage-references': 'false',
      'include-footnotes': 'true',
      'include-footnote-body': 'false',
      'include-headings': 'true',
      'include-short-copyright': 'false',
      'include-audio-link': 'false',
    })
    if (status !== 200) return { verses: [], copyright: COPYRIGHT }
    const parsed = answer.safeParse(parseJson(service.name, body))
    if (!parsed.success)
      throw new ProviderFailure('unreadable', `The ${service.name} gave an answer that cannot be used.`, parsed.error)
    const meaningOf = meaningIn(book.index * 1000 + chapter)
    return {
      verses: versesOfHtml(parsed.data.passages.join('\n'), { version, book, chapter }, meaningOf),
      copyright: COPYRIGHT,
    }
  },
})
