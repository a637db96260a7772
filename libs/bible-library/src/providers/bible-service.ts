import { bookName } from '@pathlight/scripture/books.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { z } from 'zod'
import { buildVerses } from '../verse-builder.ts'
import { type Provider, ProviderFailure, type RemoteChapter } from './provider.ts'
import { parseJson, type RemoteService } from './remote-service.ts'
import type { CacheLicence } from './text-cache.ts'

/** The operator runs this service, so its texts may be cached. */
export const BIBLE_SERVICE_CACHE: CacheLicence = { maxVerses: 20_000, keepMs: 10 * 60_000 }

const verses = z.array(
  z.object({ chapter: z.coerce.number(), verse: z.coerce.number().int().min(1).max(999), text: z.string() }),
)
const failure = z.object({ message: z.string() })

/**
 * The external Bible service of the product's specification: `GET {base}/api/search?book&chapter&version` answers a
 * list of verses, or an object with `message`. Text in angle brackets at the beginning of a verse is a heading.
 * @param versions the codes of its versions
 */
export const bibleService = (service: RemoteService, versions: readonly string[]): Provider => ({
  name: service.name,
  versions,
  async chapter(version, book, chapter) {
    const { status, body } = await service.get('/api/search', {
      // For the Korean version the service expects Korean names of books.
      book: bookName(book, version === 'KRV' ? 'ko' : 'en'),
      chapter: String(chapter),
      version,
    })
    const json = parseJson(service.name, body)
    const list = status === 200 ? verses.safeParse(json) : undefined
    if (list?.success !== true) {
      const words = failure.safeParse(json).data?.message.slice(0, 300)
      if (status === 404 && words === undefined) return { verses: [], copyright: null }
      throw new ProviderFailure(
        words === undefined ? 'unreadable' : 'no_such_passage',
        words ?? `The ${service.name} gave an answer that cannot be used.`,
      )
    }
    const result: RemoteChapter['verses'][number][] = []
    const builder = buildVerses(({ verse_id, ...fields }) => {
      result.push({ version, book: book.name.en, chapter, verse: verse_id % 1000, verse_id, ...fields })
    })
    for (const { verse, text } of list.data.filter((one) => one.chapter === chapter)) {
      builder.startVerse(verseId(book.index, chapter, verse), null)
      builder.text(text)
      builder.endVerse()
    }
    builder.endBook()
    return { verses: result, copyright: null }
  },
})
