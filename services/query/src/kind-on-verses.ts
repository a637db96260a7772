import { EXCERPT_FROM, excerptOf } from '@pathlight/contracts/excerpt-rules.ts'
import type { EditableKind, WritingKind } from '@pathlight/contracts/kind-rules.ts'
import type { OverlayItems, OverlayName } from '@pathlight/contracts/kind-shapes.ts'
import type { Mentions } from '@pathlight/contracts/mentions-rules.ts'
import type { EventOnVerses, ItemOnVerses, KindOnVerses } from '@pathlight/domain/item-on-verses.ts'
import type { AnyProjection, Projection } from '@pathlight/read-models/projection.ts'
import {
  DOCUMENT_ID,
  type Document,
  type ReadModel,
  type ReadModelStore,
} from '@pathlight/read-models/read-model-store.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { z } from 'zod'
import { chapterCall, documentId, listCall, oneCall } from './item-calls.ts'
import { itemsOnChapter, olderFirst } from './items-on-chapter.ts'
import type { Kind, OnChapter } from './kind.ts'
import { type Listed, listKey } from './list-page.ts'
import type { OverlayKind } from './overlay-kind.ts'
import type { Paper } from './paper.ts'
import { onVerses } from './passage.ts'
import type { Numbering, OnVerse } from './place-on-verses.ts'

/**
 * An item in the API's form, with its key in the list, and its book (index 1 to 66) and chapter in the numbering of its
 * version.
 */
type DocumentOnVerses<Name extends EditableKind> = ItemOnVerses<Name> &
  Listed &
  Document & { readonly book_index: number; readonly chapter: number }
type ProjectionOnVerses<Name extends EditableKind> = Projection<DocumentOnVerses<Name>, EventOnVerses<Name>>

/**
 * One document for each item. The calls for a chapter, for the list and for one item read these documents. The store
 * seals the fields of `personal`, which people wrote.
 */
export const projectionOnVerses = <Name extends EditableKind>(
  { events, idOf, itemAfter }: KindOnVerses<Name>,
  value: { readonly name: string; readonly version: number },
): ProjectionOnVerses<Name> => {
  const typesOf = (which: (action: string) => boolean) =>
    Object.keys(events).filter((type) =>
      which(events[type as keyof typeof events].action),
    ) as EventOnVerses<Name>['type'][]
  return {
    ...value,
    personal: [
      ...new Set(Object.values<{ readonly personal: readonly string[] }>(events).flatMap((one) => one.personal)),
    ],
    indexes: [
      ['user_id', 'book_index', 'chapter', DOCUMENT_ID],
      ['user_id', 'book_index', 'chapter', 'verse_id'],
      ['user_id', 'list_key'],
    ],
    handles: typesOf(() => true),
    removes: typesOf((action) => action === 'removed'),
    ids: (event) => documentId((event.data as { readonly userId: string }).userId, idOf(event)),
    evolve: (doc, event) => {
      const item = itemAfter(doc, event)
      const place = item && parseVerseId(item.verse_id)
      if (!item || !place) return null
      const foundBy = { list_key: listKey(doc, item, event), book_index: place.book.index, chapter: place.chapter }
      return { ...item, ...foundBy } as unknown as DocumentOnVerses<Name>
    },
  }
}

/** The fields that every document on a verse has. */
type Shown = Document &
  OnVerse & {
    readonly id: string
    readonly user_id: string
    readonly book_index: number
    readonly chapter: number
    readonly created_at: string
  }

/** Cuts each text of an event to the length that an excerpt needs, so that no long text is parsed. */
const beginningOf = <Data extends object>(data: Data): Data =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, EXCERPT_FROM) : value,
    ]),
  ) as Data

type Words = { readonly title: string | null; readonly text: string }

/**
 * A kind whose items people write on verses, with the calls for all items, for a chapter and for one item. `longest`:
 * the length of the longest item, in characters. `wordsOf`: answers the words of an item, or of an event with words, as
 * plain text.
 */
export const kindOnVerses = <Name extends EditableKind>(value: {
  readonly item: KindOnVerses<Name>
  readonly shapes: {
    readonly name: Name
    readonly names: WritingKind & OverlayName
    readonly path: string
    readonly item: z.ZodType
    readonly params: z.ZodType<{ readonly id: string }>
  }
  readonly model: ProjectionOnVerses<Name>
  readonly longest: number
  readonly wordsOf: (item: ItemOnVerses<Name>) => Words
  readonly findable: (item: ItemOnVerses<Name>) => string
  readonly mentions: (item: ItemOnVerses<Name>) => Mentions
  readonly paper: Paper
}): Kind => {
  const { item, shapes, model, longest, wordsOf, findable, paper } = value
  const { path, ...shaped } = shapes
  const onChapter = (readModels: ReadModelStore, numbering: Numbering) =>
    itemsOnChapter(readModels.collection(model as unknown as ReadModel<Shown>), numbering, longest, olderFirst)
  return {
    item,
    projections: [model as unknown as AnyProjection],
    counted: model,
    whole: { model, longest },
    searched: {
      name: shapes.names,
      findable,
      words: wordsOf,
      passage: ({ version, verse_id, end_verse_id }: ItemOnVerses<Name>) => onVerses(version, verse_id, end_verse_id),
      changedAt: ({ updated_at }: ItemOnVerses<Name>) => updated_at,
      color: null,
      mentions: value.mentions,
    },
    paper,
    onChapter: {
      name: shapes.names,
      items: onChapter as unknown as (...from: Parameters<typeof onChapter>) => OverlayKind<OverlayItems[OverlayName]>,
    } as OnChapter,
    passageOf: ({ data }) => onVerses(data.version, data.verseId, data.endVerseId),
    excerptOf: ({ type, data }) => {
      if (item.events[type as keyof typeof item.events].action === 'removed') return null
      const { title, text } = wordsOf(beginningOf(data))
      return excerptOf([title, text].filter(Boolean).join(' — '))
    },
    routes: (app, dependencies) => {
      const { readModels, numbering } = dependencies
      chapterCall(app, `${path}/user/chapter`, dependencies, {
        ...{ summary: `My ${shapes.names} on a chapter`, model, item: shapes.item },
        onChapter: onChapter(readModels, numbering),
      })
      listCall(app, `${path}/user`, dependencies, { ...shaped, model, findable, longest })
      oneCall(app, `${path}/detail/:id`, dependencies, { ...shaped, model })
    },
  }
}
