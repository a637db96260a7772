import {
  addSermonBody,
  editSermonBody,
  sermonAdded,
  sermonEdited,
  sermonParams,
  sermonShapes,
} from '@pathlight/contracts/sermons.ts'
import { sermonStream } from '@pathlight/domain/sermons/events.ts'
import { sermon as aggregate } from '@pathlight/domain/sermons/sermon.ts'
import { sermonKind as item, type SermonItem } from '@pathlight/domain/sermons/sermon-item.ts'
import { newId, removeCall, writeCall } from '../item-calls.ts'
import type { ImportedTo, Kind } from '../kind.ts'
import { editedVersions, knowingAll } from '../verse-place.ts'
import { type HtmlReader, openHtmlReader } from './read-html.ts'
import { sermonFrom } from './sermon-words.ts'

/** An export has no HTML: its sermons are rich text already. */
const NO_HTML: HtmlReader = {
  read: () => Promise.reject(new Error('an export has no HTML')),
  close: async () => undefined,
}

const importedSermon = async (sent: unknown, { userId, ...texts }: ImportedTo): Promise<SermonItem> => {
  const { id, created_at, updated_at, ...item } = sermonShapes.imported.parse(sent)
  const { title, speaker, content, version, book } = item
  const fields = {
    ...{ title, speaker, content, version, book, verseId: undefined },
    ...{ startChapter: item.start_chapter, startVerseId: item.start_verse_id },
    ...{ endChapter: item.end_chapter, endVerseId: item.end_verse_id },
  }
  const clean = await sermonFrom(fields, texts, { userId, html: NO_HTML })
  return {
    ...item,
    ...{ id, created_at, updated_at, user_id: userId, revision: 0 },
    ...{ title: clean.title, speaker: clean.speaker, content: clean.content, version: clean.version, book: clean.book },
  }
}

const withVerse = (sermon: SermonItem) => ({ ...sermon, verseId: sermon.start_verse_id })

export const sermonKind: Kind = {
  ...{ item, aggregate, counted: 'sermon_outlines', imported: importedSermon, keptBeside: true, answer: withVerse },
  routes: (app, { log, sessions, ...texts }) => {
    const dependencies = { log, sessions }
    const html = openHtmlReader()
    app.addHook('onClose', html.close)
    writeCall(app, dependencies, {
      ...{ method: 'POST', url: '/api/sermon/', summary: 'Write a sermon', takesTexts: true, aggregate },
      body: addSermonBody,
      response: sermonAdded,
      ask: async (body, writer) => {
        const fields = await sermonFrom(body, texts, { ...writer, html })
        const { userId } = writer
        const sermonId = body.id ?? newId(writer, 'sermon')
        return {
          stream: sermonStream(userId, sermonId),
          command: { type: 'AddSermon' as const, isFirst: true, data: { sermonId, userId, ...fields } },
        }
      },
      locationOf: ({ id }) => `/api/sermon/${id}`,
      answer: (newSermon) => ({ verseId: newSermon.start_verse_id, newSermon }),
    })
    // The specification names both paths.
    for (const url of ['/api/sermon/:id', '/api/sermons/:id'])
      writeCall(app, dependencies, {
        ...{ method: 'PUT', url, summary: 'Change a sermon', takesTexts: true, aggregate },
        params: sermonParams,
        body: editSermonBody,
        response: sermonEdited,
        ask: async (body, writer, id) => {
          const data = await sermonFrom(body, knowingAll(texts), { ...writer, html })
          const facts = () => editedVersions([data.version], texts)
          return { stream: sermonStream(writer.userId, id), command: { type: 'EditSermon' as const, data, facts } }
        },
        answer: withVerse,
      })
    removeCall(app, dependencies, {
      ...{ url: '/api/sermon/:id', summary: 'Remove a sermon', name: 'Sermon', params: sermonParams, aggregate },
      ask: ({ userId }, id) => ({
        stream: sermonStream(userId, id),
        command: { type: 'RemoveSermon' as const, data: {} },
      }),
    })
  },
}
