import { excerptOf } from '@pathlight/contracts/excerpt-rules.ts'
import { findableHighlight } from '@pathlight/contracts/find-rules.ts'
import { SETTINGS_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import {
  highlightListQuery,
  highlightShapes,
  type OverlayHighlight,
  verseHighlightsQuery,
} from '@pathlight/contracts/highlights.ts'
import { plainWords } from '@pathlight/contracts/rich-text-as-markdown-rules.ts'
import type { HighlightEvent } from '@pathlight/domain/highlights/events.ts'
import { type HighlightItem, highlightKind as item } from '@pathlight/domain/highlights/highlight-item.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { chapterCall, listCall } from '../item-calls.ts'
import { itemsOnChapter } from '../items-on-chapter.ts'
import type { Kind } from '../kind.ts'
import { type Paper, sayTags, sayVerses } from '../paper.ts'
import { bookOr404, onVerses } from '../passage.ts'
import type { Numbering } from '../place-on-verses.ts'
import { type HighlightDocument, highlights } from './projection.ts'

/** The longest highlight, in characters. */
const LONGEST = 10_500

const inOrder = (a: OverlayHighlight, b: OverlayHighlight) =>
  (a.shown_at ?? a.verse_id) - (b.shown_at ?? b.verse_id) ||
  a.version.localeCompare(b.version) ||
  a.start_offset - b.start_offset

/**
 * The person's highlights on a chapter, of every version. A version may number verses differently; its highlights are
 * then shown on the verse that has the same words.
 */
const items = (readModels: ReadModelStore, numbering: Numbering) =>
  itemsOnChapter(readModels.collection(highlights), numbering, LONGEST, inOrder)

const colorOf = ({ color }: HighlightItem) => color ?? SETTINGS_COLOR

const UNDERLINED = { en: 'underlined', ko: '밑줄' } as const

/** Writes a highlight as a line of Markdown: verse, version, words, colour and style, tags. */
const paper: Paper = {
  title: { en: 'Highlights', ko: '하이라이트' },
  files: 'book',
  inWords: ({ verse_id, version, selected_text, color, style, tags }: HighlightItem, language) => {
    const words = plainWords(selected_text).replaceAll(/\s+/g, ' ')
    const place = `**${sayVerses(verse_id, verse_id, language)}** · ${version}`
    const more = [color, style && UNDERLINED[language], sayTags({ tags }, language)].filter(Boolean).join('; ')
    return `- ${place}: “${words}”${more && ` (${more})`}`
  },
}

export const highlightKind: Kind = {
  item,
  projections: [highlights as AnyProjection],
  counted: highlights,
  whole: { model: highlights, longest: LONGEST },
  searched: {
    name: 'highlights',
    findable: findableHighlight,
    words: ({ selected_text }: HighlightDocument) => ({ title: null, text: selected_text }),
    passage: ({ version, verse_id }: HighlightDocument) => onVerses(version, verse_id),
    changedAt: ({ created_at }: HighlightDocument) => created_at,
    color: colorOf,
  },
  paper,
  onChapter: { name: 'highlights', items },
  passageOf: ({ data }: HighlightEvent) => onVerses(data.version, data.verseId),
  // An event has all highlights of the verse after the change. So the event of a removal does not have the removed
  // highlight.
  excerptOf: ({ data }: HighlightEvent, wanted = data.highlightId) => {
    const kept = data.highlights.find(({ id }) => id === wanted)
    return kept ? excerptOf(kept.selectedText) : null
  },
  routes: (app, dependencies) => {
    const { readModels, numbering } = dependencies
    const call = { model: highlights, item: highlightShapes.item, onChapter: items(readModels, numbering) }
    chapterCall(app, '/api/highlight/chapter', dependencies, { ...call, summary: 'My highlights on a chapter' })
    chapterCall(app, '/api/highlight/verse', dependencies, {
      ...{ ...call, summary: 'My highlights on a verse', querystring: verseHighlightsQuery },
      where: ({ verse_id }, { verseId }) => verse_id === verseId,
    })
    listCall(app, '/api/highlight/user', dependencies, {
      ...{ names: 'highlights', model: highlights, item: highlightShapes.item, longest: LONGEST },
      findable: findableHighlight,
      querystring: highlightListQuery,
      onlyOf: ({ book, color }) => {
        if (book === undefined && color === undefined) return undefined
        const index = book === undefined ? null : bookOr404(book).index
        return (one) => (index === null || one.book_index === index) && (color === undefined || colorOf(one) === color)
      },
    })
  },
}
