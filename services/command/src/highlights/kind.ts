import {
  addHighlightBody,
  colorHighlightBody,
  highlightParams,
  highlightShapes,
} from '@pathlight/contracts/highlights.ts'
import { editableOf } from '@pathlight/contracts/kind-rules.ts'
import { highlightAddress, highlightId, highlightsStream } from '@pathlight/domain/highlights/events.ts'
import {
  type HighlightItem,
  highlightAmong,
  highlightKind as item,
} from '@pathlight/domain/highlights/highlight-item.ts'
import { highlights as aggregate } from '@pathlight/domain/highlights/highlights.ts'
import { uuidKey } from '@pathlight/domain/item-kind.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { newId, removeCall, writeCall } from '../item-calls.ts'
import type { ImportedTo, Kind } from '../kind.ts'
import { checkVersePlace, versionNamed } from '../verse-place.ts'
import type { Writer } from '../writer.ts'
import { checkRange } from './words-of-verse.ts'

/**
 * Validates a highlight of an import file. The highlight keeps its selected words, because the installed text may have
 * others. Throws RuleBroken, ZodError.
 */
const importedHighlight = (sent: unknown, texts: ImportedTo): HighlightItem => {
  const { selected_text, start_offset, end_offset, ...item } = highlightShapes.imported.parse(sent)
  checkVersePlace(item.verse_id, undefined)
  const version = versionNamed(item.version, texts)
  const address = highlightAddress(item.id)
  const own = item.id.slice(item.id.lastIndexOf('.') + 1)
  // A highlight's id ends with a UUID in lower case.
  if (uuidKey(own) !== own || address?.verseId !== item.verse_id || address.version !== version)
    throw new RuleBroken('invalid', 'highlight_not_found', 'No such highlight.')
  checkRange(null, { startOffset: start_offset, endOffset: end_offset, selectedText: selected_text })
  const place = parseVerseId(item.verse_id)
  const [book, chapter] = place === null ? ['', 0] : [bookName(place.book, 'en'), place.chapter]
  return { ...item, version, book, chapter, selected_text, start_offset, end_offset, revision: 0 }
}

/**
 * The writer without If-Match. The revision counts the changes of all highlights of the verse, so a change of another
 * highlight would cause a conflict.
 */
const whicheverRevision = (writer: Writer): Writer => ({ ...writer, ifMatch: null })

/** The verse and the highlight that an id names. Throws RuleBroken for a malformed id. */
const placeOf = (userId: string, id: string) => {
  const address = highlightAddress(id)
  if (address === null) throw new RuleBroken('not_found', 'highlight_not_found', 'No such highlight.')
  return { highlightId: id, userId, ...address }
}
const addressed = (writer: Writer, id: string) => {
  const data = placeOf(writer.userId, id)
  const stream = highlightsStream(data.userId, data.verseId, data.version)
  return { stream, data, writer: whicheverRevision(writer) }
}

const one = { url: '/api/highlight/:id', params: highlightParams, aggregate }

export const highlightKind: Kind = {
  ...{ item, aggregate, counted: 'highlights', imported: importedHighlight },
  // Restore and Import need the verse's installed text, because the verse's highlights move to where their words stand
  // in it.
  restoreFacts: ({ version, verse_id }: HighlightItem, { verseText }) => ({ verseText: verseText(version, verse_id) }),
  restoredBy: whicheverRevision,
  routes: (app, { log, sessions, ...texts }) => {
    const dependencies = { log, sessions }
    writeCall(app, dependencies, {
      ...{ method: 'POST', url: '/api/highlight/add', summary: 'Highlight words of a verse', aggregate },
      body: addHighlightBody,
      response: highlightShapes.item,
      ask: (body, writer) => {
        const { verseId, book, chapter, selectedText, startOffset, endOffset } = body
        checkVersePlace(verseId, book, chapter)
        const version = versionNamed(body.version, texts)
        const { userId } = writer
        const id = highlightId(verseId, version, body.id ?? newId(writer, 'highlight'))
        const words = { selectedText, startOffset, endOffset }
        return {
          stream: highlightsStream(userId, verseId, version),
          command: {
            type: 'AddHighlight' as const,
            data: { highlightId: id, userId, verseId, version, ...words, ...editableOf('highlight', body) },
            // handleCommand does not call `facts` for a repeat. The operator may have imported another text since the
            // first request, and the check would then refuse the repeat.
            facts: () => {
              const verseText = texts.verseText(version, verseId)
              checkRange(verseText, words)
              return { verseText }
            },
          },
        }
      },
    })
    writeCall(app, dependencies, {
      ...{ ...one, method: 'PUT', summary: 'Change the colour, style and tags of a highlight' },
      body: colorHighlightBody,
      response: highlightShapes.item,
      ask: ({ color, style, tags }, writer, id) => {
        const { data, ...asked } = addressed(writer, id)
        const edited = {
          ...(color !== undefined && { color }),
          ...(style !== undefined && { style }),
          ...(tags !== undefined && { tags }),
        }
        return { ...asked, command: { type: 'ColorHighlight' as const, data: { ...data, ...edited } } }
      },
      // If the highlight has the colour already, nothing is written, and the verse's last event may be about another
      // highlight. So the item is looked up by its id.
      itemOf: ({ state }, id) => highlightAmong(state.highlights, placeOf('', id), state.revision),
    })
    removeCall(app, dependencies, {
      ...{ ...one, summary: 'Remove a highlight', name: 'Highlight' },
      ask: (writer, id) => {
        const { data, ...asked } = addressed(writer, id)
        return { ...asked, command: { type: 'RemoveHighlight' as const, data } }
      },
    })
  },
}
