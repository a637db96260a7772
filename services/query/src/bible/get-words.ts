import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { chapterWords, wordsQuery } from '@pathlight/contracts/words.ts'
import { isFresh } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { z } from 'zod'
import { passageOr404 } from '../passage.ts'
import { notInLibrary } from './chapter-or-404.ts'

/**
 * Answers the Hebrew or Greek words of a chapter. If the text has none there, and the request allows it (`borrow`),
 * answers the words of another text. Throws 404 `no_words` if there are no words to answer.
 */
export const getWords = (app: App, url: string, { library, words }: Pick<Bible, 'library' | 'words'>) =>
  app.get(
    url,
    {
      schema: {
        summary:
          'The Hebrew or Greek words beneath a chapter; with borrow=true from another text where this one has none',
        querystring: wordsQuery,
        response: { 200: chapterWords, 304: z.undefined() },
      },
    },
    async (request, reply) => {
      const { book, chapter } = passageOr404(request.query)
      const version = library.version(request.query.version)
      if (version === null) throw notInLibrary(request.query.version)
      const own = words.ofChapter(version.code, book.index, chapter)
      const isAsked = request.query.borrow === 'true' && (own === null || own.verses.size === 0)
      const borrowed = isAsked ? words.borrowed(version.code, book.index, chapter) : null
      const ofChapter = borrowed ?? own
      if (ofChapter === null)
        throw new HttpProblem(404, 'no_words', `${version.name} says nothing of the Hebrew and Greek words beneath it.`)
      const tag = `"${ofChapter.fingerprint}-${book.index}-${chapter}"`
      reply.header('etag', tag).header('cache-control', 'public, no-cache')
      if (isFresh(request, tag)) return reply.code(304).send(undefined)
      return {
        version: version.code,
        book: book.name.en,
        chapter,
        verses: Object.fromEntries([...(own?.verses ?? [])].map(([verse, of]) => [verse, of.map(words.named)])),
        ...(borrowed !== null && {
          borrowed: {
            version: borrowed.from.code,
            name: borrowed.from.name,
            language: borrowed.from.language,
            verses: Object.fromEntries([...borrowed.verses].map(([verse, of]) => [verse, [...of]])),
          },
        }),
        source: ofChapter.credit,
        ...(own?.parsing && { parsing: own.parsing }),
      }
    },
  )
