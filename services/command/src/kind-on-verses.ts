import { type Editable, type EditableKind, editableOf } from '@pathlight/contracts/kind-rules.ts'
import type { Aggregate } from '@pathlight/domain/aggregate.ts'
import type { EventOnVerses, ItemOnVerses, KindOnVerses } from '@pathlight/domain/item-on-verses.ts'
import type { Life } from '@pathlight/domain/life.ts'
import { capitalized } from '@pathlight/domain/written-kind.ts'
import type { CommandOnVerses } from '@pathlight/domain/written-on-verses.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { z } from 'zod'
import type { CommandOf } from './handle-command.ts'
import { newId, removeCall, writeCall } from './item-calls.ts'
import type { ImportedTo, Kind } from './kind.ts'
import { bookNamed, checkVersePlace, rangeEnd, versionNamed } from './verse-place.ts'

/** The verses and the version of an item, in the form that clients send. */
type SentPlace = { readonly verse_id: number; readonly end_verse_id: number | null; readonly version: string }
type AddBody<Words> = Words & SentPlace & { readonly id?: string | undefined; readonly book?: string | undefined }
type EditBody<Words> = Words & { readonly book?: string | undefined }
type Imported<Words> = Words &
  SentPlace & { readonly id: string; readonly created_at: string; readonly updated_at: string }

/**
 * A kind of items that people write on verses, with the calls that add, edit and remove an item. `shapes`: the schemas
 * of bodies and answers. `counted`: the read model whose documents count for the quota.
 */
export const kindOnVerses = <Name extends EditableKind>(value: {
  readonly item: KindOnVerses<Name>
  readonly aggregate: Aggregate<
    Life<ItemOnVerses<Name>>,
    CommandOnVerses<Name>,
    EventOnVerses<Name>,
    ItemOnVerses<Name>
  >
  readonly shapes: {
    readonly path: string
    readonly params: z.ZodType<{ readonly id: string }>
    readonly item: z.ZodType<Editable[Name]>
    readonly addBody: z.ZodType<AddBody<Editable[Name]>>
    readonly editBody: z.ZodType<EditBody<Editable[Name]>>
    readonly imported: z.ZodType<Imported<Editable[Name]>>
  }
  readonly counted: string
}): Kind => {
  const { item, aggregate, shapes, counted } = value
  const { kind, streams } = item
  const name = capitalized(kind)
  const one = `${shapes.path}/detail/:id`
  // A command's type contains the kind's name. TypeScript cannot check a type that is put together from strings.
  const command = (verb: 'Add' | 'Edit' | 'Remove', rest: object) =>
    ({ type: `${verb}${name}`, ...rest }) as unknown as CommandOf<CommandOnVerses<Name>>
  return {
    ...{ item, aggregate, counted, keptBeside: true },
    imported: (sent, { userId, ...texts }: ImportedTo) => {
      const from = shapes.imported.parse(sent)
      checkVersePlace(from.verse_id, undefined)
      const place = parseVerseId(from.verse_id)
      const book = place === null ? '' : bookName(place.book, 'en')
      const end_verse_id = rangeEnd(from.verse_id, from.end_verse_id)
      return { ...from, end_verse_id, book, user_id: userId, version: versionNamed(from.version, texts), revision: 0 }
    },
    routes: (app, { log, sessions, ...texts }) => {
      const dependencies = { log, sessions }
      writeCall(app, dependencies, {
        ...{ method: 'POST', url: `${shapes.path}/`, takesTexts: true, aggregate },
        summary: `Write a ${kind} on a verse, or on verses up to end_verse_id`,
        body: shapes.addBody,
        response: shapes.item,
        ask: (body, writer) => {
          const { id, book, verse_id: verseId, end_verse_id, version: code } = body
          checkVersePlace(verseId, book)
          const endVerseId = rangeEnd(verseId, end_verse_id) ?? undefined
          const version = versionNamed(code, texts)
          const { userId } = writer
          const itemId = id ?? newId(writer, kind)
          const place = { [`${kind}Id`]: itemId, userId, verseId, endVerseId, version }
          const data = { ...place, ...editableOf(kind, body) }
          return { stream: streams.name(userId, itemId), command: command('Add', { isFirst: true, data }) }
        },
        locationOf: ({ id }) => `${shapes.path}/detail/${id}`,
      })
      writeCall(app, dependencies, {
        ...{ method: 'PUT', url: one, takesTexts: true, aggregate },
        summary: `Change a ${kind}`,
        params: shapes.params,
        body: shapes.editBody,
        response: shapes.item,
        // An edit does not change the verse, so a book in the body must be the book of the item.
        ask: ({ book, ...words }, { userId }, id) => ({
          stream: streams.name(userId, id),
          command: command('Edit', {
            data: words,
            facts: () => ({ book: book === undefined ? undefined : bookNamed(book).index }),
          }),
        }),
      })
      removeCall(app, dependencies, {
        ...{ url: one, summary: `Remove a ${kind}`, aggregate, params: shapes.params, name },
        ask: ({ userId }, id) => ({ stream: streams.name(userId, id), command: command('Remove', { data: {} }) }),
      })
    },
  }
}
