import { findBook } from '@pathlight/scripture/books.ts'
import { formatReference, type Reference } from '@pathlight/scripture/format-reference.ts'
import { z } from 'zod'
import { type Element, type Meaning, plainText, versesOfHtml } from './html-verses.ts'
import { type Provider, ProviderFailure } from './provider.ts'
import { parseJson, type RemoteService } from './remote-service.ts'
import type { CacheLicence } from './text-cache.ts'

/** The address of the American Bible Society's API.Bible (docs.api.bible). */
export const API_BIBLE = 'https://rest.api.bible/v1'

/** API.Bible's terms allow only small and short-lived caches, so at most 500 verses are cached, for a day. */
export const API_BIBLE_CACHE: CacheLicence = { maxVerses: 500, keepMs: 24 * 60 * 60_000 }

const content = z.object({ content: z.string(), copyright: z.string().nullish() })
/**
 * The answer of API.Bible has one passage. The answer of a service with the parallel call (section 7 of the product's
 * specification) has a list of passages. Each form is accepted from both.
 */
const answer = z.object({ data: z.union([content, z.array(content)]) })

const HEADINGS: Readonly<Record<string, 'section' | 'minor' | 'psalm' | 'acrostic' | 'speaker'>> = {
  s: 'section',
  ms: 'section',
  mt: 'section',
  r: 'minor',
  mr: 'minor',
  sr: 'minor',
  d: 'psalm',
  qa: 'acrostic',
  sp: 'speaker',
}
const SPANS: Readonly<Record<string, 'jesus' | 'name' | 'added' | 'selah'>> = {
  wj: 'jesus',
  nd: 'name',
  add: 'added',
  qs: 'selah',
}

/** The meaning of an element. The classes in API.Bible's HTML are USFM markers: p, q1, s1, wj, ... */
const meaningOf = ({ name, classes, attributes }: Element): Meaning => {
  const [marker = ''] = classes
  if (name === 'span') {
    if (classes.includes('v')) {
      const number = /^(\d{1,3})(?:-(\d{1,3}))?/.exec(attributes['data-number'] ?? '')
      if (number === null) return { is: 'nothing' }
      const verse = { is: 'verse number', verse: Number(number[1]) } as const
      return number[2] === undefined ? verse : { ...verse, through: Number(number[2]) }
    }
    if (classes.includes('c') || classes.includes('note')) return { is: 'nothing' }
    const kind = classes.map((word) => SPANS[word]).find((span) => span !== undefined)
    return kind === undefined ? { is: 'plain' } : { is: 'span', kind }
  }
  if (name !== 'p' && !/^h[1-6]$/.test(name)) return { is: 'plain' }
  const heading = HEADINGS[marker.replace(/\d$/, '')]
  if (heading !== undefined) return { is: 'heading', kind: heading }
  if (/^h[1-6]$/.test(name)) return { is: 'heading', kind: 'section' }
  if (marker === 'b') return { is: 'stanza' }
  const poetry = /^q(?:m|r|c)?(\d?)$/.exec(marker)
  return poetry ? { is: 'line', indent: Number(poetry[1] || 1) } : { is: 'paragraph' }
}

const readAnswer = (service: RemoteService, body: string) => {
  const parsed = answer.safeParse(parseJson(service.name, body))
  if (!parsed.success)
    throw new ProviderFailure('unreadable', `The ${service.name} gave an answer that cannot be used.`, parsed.error)
  return [parsed.data.data].flat()
}

/**
 * The provider of texts from API.Bible.
 * @param bibleIds API.Bible's id for each version
 */
export const apiBible = (service: RemoteService, bibleIds: Readonly<Record<string, string>>): Provider => ({
  name: service.name,
  versions: Object.keys(bibleIds),
  async chapter(version, book, chapter) {
    const { status, body } = await service.get(
      `/bibles/${encodeURIComponent(bibleIds[version] ?? '')}/chapters/${book.usfm}.${chapter}`,
      {
        'content-type': 'html',
        'include-notes': 'false',
        'include-titles': 'true',
        'include-chapter-numbers': 'false',
        'include-verse-numbers': 'true',
      },
    )
    if (status !== 200) return { verses: [], copyright: null }
    const passages = readAnswer(service, body)
    return {
      verses: passages.flatMap((passage) => versesOfHtml(passage.content, { version, book, chapter }, meaningOf)),
      copyright: passages[0]?.copyright ?? null,
    }
  },
})

/** API.Bible's id of a passage: JHN.3.16, JHN.3.16-JHN.3.18, JHN.3. */
const passageId = ({ book, chapter, verse, endChapter, endVerse }: Reference): string => {
  const usfm = findBook(book)?.usfm ?? ''
  const from = verse === null ? `${usfm}.${chapter}` : `${usfm}.${chapter}.${verse}`
  const to = endVerse === null ? `${usfm}.${endChapter}` : `${usfm}.${endChapter}.${endVerse}`
  return from === to ? from : `${from}-${to}`
}

/** The reference with a hyphen: John 3:16-18. */
const plainReference = (reference: Reference): string => formatReference(reference, 'en').replace('–', '-')

/**
 * Returns a passage as plain text; null when that Bible does not have the passage.
 * @throws ProviderFailure
 */
export type PassageText = (
  bibleId: string,
  reference: Reference,
) => Promise<{ readonly text: string; readonly copyright: string | null } | null>

/**
 * Reads passages from API.Bible, or from a service with the parallel call of the product's specification
 * (`/bibles/{id}/passages?reference=`).
 */
export const passageText =
  (service: RemoteService, call: 'api.bible' | 'parallel'): PassageText =>
  async (bibleId, reference) => {
    const passages = `/bibles/${encodeURIComponent(bibleId)}/passages`
    const { status, body } =
      call === 'parallel'
        ? await service.get(passages, { reference: plainReference(reference) })
        : await service.get(`${passages}/${passageId(reference)}`, {
            'content-type': 'text',
            'include-notes': 'false',
            'include-titles': 'false',
            'include-chapter-numbers': 'false',
            'include-verse-numbers': 'false',
          })
    // 400 means that this Bible has no such passage. API.Bible answers 404 for that as well.
    if (status === 400 || (status === 404 && call === 'api.bible')) return null
    if (status !== 200)
      throw new ProviderFailure('unreadable', `The ${service.name} gave an answer that cannot be used.`)
    const [first] = readAnswer(service, body)
    const text = first === undefined ? '' : plainText(first.content)
    return text === '' ? null : { text, copyright: first?.copyright ?? null }
  }
