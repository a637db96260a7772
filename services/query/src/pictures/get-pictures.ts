import type { Chapter } from '@pathlight/contracts/bible.ts'
import { type PassagePicture, passagePicture, previewPicture } from '@pathlight/contracts/pictures.ts'
import { addressOf } from '@pathlight/http/address.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Picture } from './draw-picture.ts'
import { type DrawnPicture, LACKS_LETTERS, type Pictures } from './open-pictures.ts'

/** How much of a chapter's text a picture shows, in UTF-16 units. */
const BEGINNING = 600
/** How much of a passage's text is laid out, in UTF-16 units. No picture has room for more. */
const LONGEST = 2_000

/** Psalm 119:105, the origin of the product's name. */
const LAMP = {
  en: {
    text: 'Your word is a lamp to my feet, and a light for my path.',
    reference: 'Psalm 119:105',
    product: 'Pathlight',
  },
  ko: { text: '주의 말씀은 내 발에 등이요 내 길에 빛이니이다', reference: '시편 119:105', product: '길빛' },
} as const

/**
 * The time for an answer, in milliseconds. The first picture waits for the start of the drawing process and for the
 * fonts.
 */
const config = { answerWithinMs: 25_000 }

/** Lets other sites embed the answer, because they show previews of links. */
const embeddable = (reply: FastifyReply) => reply.header('cross-origin-resource-policy', 'cross-origin')

const send = (request: FastifyRequest, reply: FastifyReply, { png, tag }: DrawnPicture) => {
  reply.header('etag', tag).header('cache-control', 'public, max-age=86400')
  embeddable(reply)
  if (request.headers['if-none-match']?.includes(tag) === true) return reply.code(304).send()
  return reply.type('image/png').send(png)
}

/** The functions for Bible texts. The caller passes them, because slices do not import each other. */
export type DrawnTexts = {
  /** The chapter, from the library or a provider. Throws HttpProblem when there is none. */
  readonly chapterOf: (asked: { version: string; book: string; chapter: number }) => Promise<{ chapter: Chapter }>
  readonly isInLibrary: (version: string) => boolean
}

const pictureOf = async (
  { chapterOf, isInLibrary }: DrawnTexts,
  { verse, through = verse, look, shape, ...passage }: PassagePicture,
): Promise<Picture> => {
  // The licence of a provider's text does not allow storing the text, so there is no picture of it.
  if (!isInLibrary(passage.version))
    throw new HttpProblem(404, 'version_not_here', 'There are pictures of texts only that are in the library.')
  const { chapter } = await chapterOf(passage)
  const { book, version, language } = chapter
  const korean = language.startsWith('ko')
  const verses = chapter.verses.filter(
    (one) => verse === undefined || ((one.through ?? one.verse) >= verse && one.verse <= (through ?? verse)),
  )
  const [first] = verses
  if (!first) throw new HttpProblem(404, 'unknown_chapter', 'There is no such verse.')
  const entry = findBook(book)
  const english = book === 'Psalms' ? 'Psalm' : (entry?.name.en ?? book)
  const name = korean ? (entry?.name.ko ?? book) : english
  const unit = korean ? (book === 'Psalms' ? '편' : '장') : ''
  const last = verses.at(-1)?.through ?? verses.at(-1)?.verse ?? first.verse
  const place =
    verse === undefined
      ? `${name} ${chapter.chapter}${unit}`
      : `${name} ${chapter.chapter}:${first.verse}${last > first.verse ? `-${last}` : ''}`
  const text = verses.map((one) => one.text).join(' ')
  return {
    look,
    shape,
    korean,
    text: text.slice(0, verse === undefined ? BEGINNING : LONGEST),
    reference: `${place} · ${versionLabel(version, korean ? 'ko' : 'en')}`,
    product: korean ? LAMP.ko.product : LAMP.en.product,
  }
}

/** Answers pictures for link previews and for sharing: of verses, of a chapter's beginning, and of Pathlight itself. */
export const getPictures = (
  app: App,
  { passage, preview }: { passage: string; preview: string },
  { texts, pictures }: { texts: DrawnTexts; pictures: Pictures },
) => {
  /** Draws a picture. While the request waits for the drawing, another request may run in its place. */
  const draw = (request: FastifyRequest, picture: Picture) =>
    app.stepAside(request, pictures.draw(picture, addressOf(request)))
  app.get(
    passage,
    { config, schema: { summary: 'A picture of a passage', querystring: passagePicture } },
    async (request, reply) => {
      const picture = await pictureOf(texts, request.query)
      try {
        return send(request, reply, await draw(request, picture))
      } catch (error) {
        // Wide pictures are for link previews. Another site's preview shows the picture of Pathlight itself instead.
        if (picture.shape !== 'wide' || !(error instanceof HttpProblem) || error.code !== LACKS_LETTERS) throw error
        return embeddable(reply).redirect(`${preview}?language=${picture.korean ? 'ko' : 'en'}`)
      }
    },
  )
  app.get(preview, { config, schema: { hide: true, querystring: previewPicture } }, async (request, reply) => {
    const { language } = request.query
    const picture = { ...LAMP[language], korean: language === 'ko', look: 'light', shape: 'wide' } as const
    return send(request, reply, await draw(request, picture))
  })
}
