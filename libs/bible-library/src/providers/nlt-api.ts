import { type Element, type Meaning, versesOfHtml } from './html-verses.ts'
import type { Provider } from './provider.ts'
import type { RemoteService } from './remote-service.ts'
import type { CacheLicence } from './text-cache.ts'

/** The address of Tyndale's API (api.nlt.to). */
export const NLT_API = 'https://api.nlt.to/api'

/**
 * Tyndale allows quoting up to 500 verses without written permission. At most 500 verses, and at most half of a book,
 * are cached.
 */
export const NLT_CACHE: CacheLicence = { maxVerses: 500, keepMs: 24 * 60 * 60_000, halfOfBook: true }

/** The notice that Tyndale requires with the text. */
const COPYRIGHT =
  'Scripture quotations are taken from the Holy Bible, New Living Translation, copyright © 1996, 2004, 2015 by Tyndale House Foundation. Used by permission of Tyndale House Publishers, Carol Stream, Illinois 60188. All rights reserved.'

const paragraphMeaning = (classes: readonly string[]): Meaning => {
  if (classes.some((word) => word.startsWith('psa-title'))) return { is: 'heading', kind: 'psalm' }
  const poetry = classes.map((word) => /^poet(\d)(.*)/.exec(word)).find((match) => match !== null)
  if (poetry) return { is: 'line', indent: Number(poetry[1]) }
  return { is: 'paragraph' }
}

const spanMeaning = (classes: readonly string[]): Meaning => {
  if (classes.includes('vn') || classes.includes('tn-ref') || classes.includes('cw_ch')) return { is: 'nothing' }
  if (classes.includes('tn')) return { is: 'note' }
  if (classes.includes('red')) return { is: 'span', kind: 'jesus' }
  return classes.includes('sc') ? { is: 'span', kind: 'name' } : { is: 'plain' }
}

/** Each verse is a <verse_export> that contains its paragraphs, titles, notes and number. */
const meaningIn =
  (chapter: number) =>
  ({ name, classes, attributes }: Element): Meaning => {
    if (name === 'verse_export') {
      const verse = Number(attributes.vn)
      // For a chapter that does not exist, the service answers with the last chapter of the book.
      const isOfChapter = Number(attributes.ch) === chapter && Number.isInteger(verse) && verse > 0 && verse < 1000
      return isOfChapter ? { is: 'verse', verse } : { is: 'nothing' }
    }
    if (name === 'a' && classes.includes('a-tn')) return { is: 'nothing' }
    if (/^h[1-6]$/.test(name)) {
      return classes.some((word) => word.startsWith('subhead')) ? { is: 'heading', kind: 'section' } : { is: 'nothing' }
    }
    if (name === 'p') return paragraphMeaning(classes)
    return name === 'span' ? spanMeaning(classes) : { is: 'plain' }
  }

/**
 * The New Living Translation from Tyndale's API.
 * @param key the API key, which is sent in the address
 */
export const nltApi = (service: RemoteService, key: string): Provider => ({
  name: service.name,
  versions: ['NLT'],
  async chapter(version, book, chapter) {
    const { status, body } = await service.get('/passages', { ref: `${book.osis}.${chapter}`, version: 'NLT', key })
    const verses = status === 200 ? versesOfHtml(body, { version, book, chapter }, meaningIn(chapter)) : []
    return { verses, copyright: COPYRIGHT }
  },
})
