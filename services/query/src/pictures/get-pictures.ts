import type { Chapter } from '@pathlight/contracts/bible.ts'
import { type PassagePicture, passagePicture, previewPicture } from '@pathlight/contracts/pictures.ts'
import { addressOf } from '@pathlight/http/address.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Picture } from './draw-picture.ts'
import type { DrawnPicture, Pictures } from './open-pictures.ts'

/** How much of a chapter's text a picture shows at most, in UTF-16 units. */
const BEGINNING = 600
/** Where it ends the words have no room any more, in UTF-16 units: no more of a long passage is laid out. */
const LONGEST = 2_000

/** Psalm 119:105, from which the product has its name. */
const LAMP = {
  en: {
    text: 'Your word is a lamp to my feet, and a light for my path.',
    reference: 'Psalm 119:105',
    product: 'Pathlight',
  },
  ko: { text: '주의 말씀은 내 발에 등이요 내 길에 빛이니이다', reference: '시편 119:105', product: '길빛' },
} as const

const send = (request: FastifyRequest, reply: FastifyReply, { png, tag }: DrawnPicture) => {
  reply.header('etag', tag).header('cache-control', 'public, max-age=86400')
  // Other sites show it in their previews of our links.
  reply.header('cross-origin-resource-policy', 'cross-origin')
  if (request.headers['if-none-match']?.includes(tag) === true) return reply.code(304).send()
  return reply.type('image/png').send(png)
}

/** What the Bible's part of this service offers: app.ts hands it in. */
export type DrawnTexts = {
  /** The chapter, from wherever its version comes. Throws HttpProblem where there is none. */
  readonly chapterOf: (asked: { version: string; book: string; chapter: number }) => Promise<{ chapter: Chapter }>
  /** Whether the version's text is in the library. */
  readonly isInLibrary: (version: string) => boolean
}

const pictureOf = async (
  { chapterOf, isInLibrary }: DrawnTexts,
  { verse, through = verse, look, shape, ...asked }: PassagePicture,
): Promise<Picture> => {
  // A text whose licence does not let the library keep it is not drawn either.
  if (!isInLibrary(asked.version))
    throw new HttpProblem(404, 'version_not_here', 'There are pictures of texts only that are in the library.')
  const { chapter } = await chapterOf(asked)
  const { book, version, language } = chapter
  const korean = language.startsWith('ko')
  const verses = chapter.verses.filter(
    (one) => verse === undefined || ((one.through ?? one.verse) >= verse && one.verse <= (through ?? verse)),
  )
  const [first] = verses
  if (!first) throw new HttpProblem(404, 'unknown_chapter', 'There is no such verse.')
  const known = findBook(book)
  const english = book === 'Psalms' ? 'Psalm' : (known?.name.en ?? book)
  const name = korean ? (known?.name.ko ?? book) : english
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
    reference: `${place} · ${version}`,
    product: korean ? LAMP.ko.product : LAMP.en.product,
  }
}

/** Pictures for link previews and for sharing: of a verse, a chapter's beginning, and of the product. */
export const getPictures = (
  app: App,
  { passage, preview }: { passage: string; preview: string },
  { texts, pictures }: { texts: DrawnTexts; pictures: Pictures },
) => {
  /** Others have the request's place while it waits. */
  const draw = (request: FastifyRequest, picture: Picture) =>
    app.stepAside(request, pictures.draw(picture, addressOf(request)))
  app.get(
    passage,
    { schema: { summary: 'A picture of a passage', querystring: passagePicture } },
    async (request, reply) => send(request, reply, await draw(request, await pictureOf(texts, request.query))),
  )
  app.get(preview, { schema: { hide: true, querystring: previewPicture } }, async (request, reply) => {
    const { language } = request.query
    const picture = { ...LAMP[language], korean: language === 'ko', look: 'light', shape: 'wide' } as const
    return send(request, reply, await draw(request, picture))
  })
}
