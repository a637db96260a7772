import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { BOOKS, type Book, type BookLanguage, bookName } from '@pathlight/scripture/books.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { normalForm } from '@pathlight/scripture/normal-form.ts'
import { backgroundPauses } from '@pathlight/stores/pauses.ts'
import { ZipFile } from 'yazl'
import { documentId } from '../item-calls.ts'
import type { Kind } from '../kind.ts'
import type { DayOf, FoundNamed, Paper } from '../paper.ts'
import { inPieces } from './export-as-json.ts'
import { inTurn, itemsOf, type Sources, slicing } from './own-items.ts'

type File = { readonly name: string; readonly text: AsyncIterable<string> }
type Written = Kind & { readonly paper: Paper; readonly whole: NonNullable<Kind['whole']> }
type OnVerse = { readonly id: string; readonly verse_id: number; readonly chapter: number; readonly book_index: number }

/** The longest file name, in characters. Systems allow 255 bytes, and a Korean letter takes three. */
const LONGEST_NAME = 60
/** Characters that some systems do not allow in file names. */
const NOT_IN_NAMES = /[\p{C}/\\:*?"<>|]+/gu

/** Turns a text into a part of a file name that every system allows. */
const asName = (text: string): string => {
  let name = [...normalForm(text, 'NFC').replaceAll(NOT_IN_NAMES, ' ').replaceAll(/\s+/g, ' ').trim()]
    .slice(0, LONGEST_NAME)
    .join('')
  while (name.endsWith('.') || name.endsWith(' ')) name = name.slice(0, -1)
  return name
}

/** A person's items of a kind in a book, verse by verse. */
async function* inBook(kind: Written, book: Book, userId: string, { readModels }: Sources) {
  const documents = readModels.collection<OnVerse & { readonly user_id: string }>(kind.whole.model as never)
  const sized = slicing(kind.whole.longest)
  const pause = backgroundPauses()
  const find: typeof documents.find = (options) => inTurn(() => documents.find({ ...options, limit: sized.limit() }))
  for (let chapter = 1; hasChapter(book, chapter); chapter++) {
    const where = { user_id: userId, book_index: book.index, chapter }
    let [verse, id] = [0, '']
    for (;;) {
      // First the remaining items on the same verse are read, and then the items on later verses.
      const same = { ...where, verse_id: verse, id: { gt: id } }
      const others = verse === 0 ? [] : await find({ where: same, sort: [['id', 'asc']] })
      const next = { ...where, verse_id: { gt: verse } }
      const found =
        others.length > 0
          ? others
          : // Documents with the same verse_id come in the order of their ids.
            await find({ where: next, sort: [['verse_id', 'asc']] })
      sized.seen(found)
      yield* found
      const [last] = found.slice(-1)
      if (last === undefined) break
      ;[verse, id] = [last.verse_id, last.id]
      await pause()
    }
  }
}

async function* together(inWords: (item: object) => string, heading: string, items: AsyncIterable<object>) {
  yield `# ${heading}\n`
  for await (const item of items) yield `\n${inWords(item)}\n`
}

async function* only(text: string) {
  yield text
}

/** Finds an item of the person that another item names. */
const finder = (kinds: readonly Kind[], userId: string, { readModels }: Sources) => {
  const byName = new Map(kinds.map((kind) => [kind.item.kind, kind]))
  return async (name: HistoryKind, id: string): Promise<FoundNamed | null> => {
    const { whole, searched, paper } = byName.get(name) ?? {}
    if (!whole || !searched) return null
    const document = await inTurn(() => readModels.collection(whole.model).get(documentId(userId, id)))
    if (document === null) return null
    return { ...searched.words(document), passage: searched.passage(document), hasFile: paper?.files === 'item' }
  }
}
type Find = ReturnType<typeof finder>

/** The files of a kind. The caller reads each file's text before it asks for the next file. */
async function* filesOf(
  kind: Written,
  userId: string,
  { find, ...sources }: Sources & { readonly find: Find },
  language: BookLanguage,
  dayOf: DayOf,
): AsyncGenerator<File> {
  const { paper, whole } = kind
  const title = paper.title[language]
  const documents = sources.readModels.collection(whole.model)
  const has = async (where: object) => (await documents.count({ user_id: userId, ...where })) > 0
  if (paper.files === 'item')
    for await (const item of itemsOf(kind, userId, sources)) {
      // A part of the item's id keeps files of the same name and day apart.
      const name = `${asName(paper.nameOf(item, dayOf))} (${String(item.id).slice(0, 8)}).md`
      const said = paper.inWords(item, language, dayOf, find)
      yield { name: `${title}/${name}`, text: typeof said === 'string' ? only(said) : said }
    }
  else if (paper.files === 'book')
    for (const book of BOOKS) {
      if (!(await has({ book_index: book.index }))) continue
      const named = bookName(book, language)
      const items = inBook(kind, book, userId, sources)
      const name = `${title}/${String(book.index).padStart(2, '0')} ${named}.md`
      yield { name, text: together((item) => paper.inWords(item, language, dayOf), `${title} · ${named}`, items) }
    }
  else if (await has({}))
    yield {
      name: `${title}.md`,
      text: together((item) => paper.inWords(item, language, dayOf), title, itemsOf(kind, userId, sources)),
    }
}

/**
 * A zip of Markdown files, for people. A kind has a file for each book of the Bible, a file for each item, or one file.
 * Each file is made while the zip is sent. zlib compresses on other threads.
 */
export const exportAsMarkdown = (
  kinds: readonly Kind[],
  userId: string,
  { language, dayOf, ...sources }: Sources & { readonly language: BookLanguage; readonly dayOf: DayOf },
): Readable => {
  const zip = new ZipFile()
  const packed = zip.outputStream as Readable
  const gone = new AbortController()
  const find = finder(kinds, userId, sources)
  packed.once('close', () => gone.abort())
  const fill = async () => {
    for (const kind of kinds) {
      if (kind.paper === null || kind.whole === null) continue
      for await (const { name, text } of filesOf(kind as Written, userId, { ...sources, find }, language, dayOf)) {
        const stream = Readable.from(inPieces(text), { objectMode: false })
        zip.addReadStreamLazy(name, { mtime: new Date() }, (begin) => begin(null, stream))
        // After the client has left, nothing reads the stream. The stream must be destroyed, because an error of the
        // store would otherwise become an unhandled error of the stream and end this process.
        await once(stream, 'end', { signal: gone.signal }).finally(() => stream.destroy())
      }
    }
    zip.end()
  }
  fill().catch((error: unknown) => packed.destroy(gone.signal.aborted ? undefined : (error as Error)))
  return packed
}
