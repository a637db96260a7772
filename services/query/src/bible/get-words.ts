import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import { chapterWords, wordsQuery } from '@pathlight/contracts/words.ts'
import { isFresh } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { z } from 'zod'
import { passageOr404 } from '../passage.ts'
import { notInLibrary } from './chapter-or-404.ts'

/** The words of the original beneath a chapter's text; 404 `no_words` where the text has none. */
export const getWords = (app: App, url: string, { library, words }: Pick<Bible, 'library' | 'words'>) =>
  app.get(
    url,
    {
      schema: {
        summary: 'The Hebrew or Greek words beneath a chapter',
        querystring: wordsQuery,
        response: { 200: chapterWords, 304: z.undefined() },
      },
    },
    async (request, reply) => {
      const { book, chapter } = passageOr404(request.query)
      const version = library.version(request.query.version)
      if (version === null) throw notInLibrary(request.query.version)
      const ofChapter = words.ofChapter(version.code, book.index, chapter)
      if (ofChapter === null)
        throw new HttpProblem(404, 'no_words', `${version.name} says nothing of the Hebrew and Greek words beneath it.`)
      const tag = `"${ofChapter.fingerprint}-${book.index}-${chapter}"`
      reply.header('etag', tag).header('cache-control', 'public, no-cache')
      if (isFresh(request, tag)) return reply.code(304).send(undefined)
      return {
        version: version.code,
        book: book.name.en,
        chapter,
        verses: Object.fromEntries([...ofChapter.verses].map(([verse, ofVerse]) => [verse, ofVerse.map(words.named)])),
        source: ofChapter.credit,
      }
    },
  )
