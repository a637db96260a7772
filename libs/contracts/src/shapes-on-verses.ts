import { z } from 'zod'
import { bookName, verseIfAny, versionCode } from './passage.ts'
import { tagsImported } from './tagged.ts'

const time = z.iso.datetime()

/** The fields of every item on verses. The fields of its kind stand between BEFORE and BEHIND. */
const BEFORE = { id: z.uuid(), user_id: z.uuid(), verse_id: z.int(), end_verse_id: z.int().nullish() }
const BEHIND = {
  book: z.string(),
  version: z.string(),
  created_at: time,
  updated_at: time,
  revision: z.int().min(1),
}

/**
 * The schemas of a kind whose items people write on verses. An item is on one verse, or on a range of a chapter from
 * `verse_id` to `end_verse_id` (null or absent: one verse), in the numbering of `version`. `revision` counts the item's
 * changes from 1 and is its ETag.
 * `name` and `names`: singular and plural, as in sentences and in the overlay. `path`: the address of the calls.
 * `shown`: the kind's own fields in answers. `sent`: the kind's own fields in bodies. If `sent` has `book`, that field
 * keeps its place in the body.
 */
export const shapesOnVerses = <
  const Name extends string,
  const Names extends string,
  Shown extends z.core.$ZodLooseShape,
  Sent extends z.core.$ZodLooseShape,
>({
  name,
  names,
  path,
  shown,
  sent,
  notFound,
  addExample,
  editExample,
}: {
  readonly name: Name
  readonly names: Names
  readonly path: string
  readonly shown: Shown
  readonly sent: Sent
  /** The sentence for an invalid id. */
  readonly notFound: string
  readonly addExample: object
  readonly editExample: object
}) => {
  const { book: _, ...words } = sent
  const item = z.object({ ...BEFORE, ...shown, ...BEHIND })
  const id = z.uuid(`The id of a ${name} is a UUID.`).transform((sentId) => sentId.toLowerCase())
  const verse_id = z.int(`A ${name} needs a verse.`)
  const book = bookName.optional()
  return {
    ...{ name, names, path, item },
    /** Clients may send `user_id`, which the server ignores. If the body has no `id`, the server makes one. */
    addBody: z
      .object({
        id: id.optional(),
        user_id: z.unknown().optional(),
        verse_id,
        end_verse_id: verseIfAny,
        ...sent,
        book,
        version: versionCode,
      })
      .meta({ examples: [addExample] }),
    editBody: z.object({ ...(words as Omit<Sent, 'book'>), book }).meta({ examples: [editExample] }),
    params: z.object({ id: z.uuid(notFound).transform((sentId) => sentId.toLowerCase()) }),
    /**
     * An item in the answer about a chapter. `shown_at` and `shown_to`: its first and last verse in the requested
     * chapter and version. Both are absent if they are the item's own numbers, and `shown_to` is absent for one verse.
     */
    overlay: item.extend({ shown_at: z.int().optional(), shown_to: z.int().optional() }),
    exported: item.omit({ user_id: true } as never) as unknown as ExportedOf<typeof item>,
    imported: z.object({
      ...{ id, verse_id, end_verse_id: verseIfAny, ...(words as Omit<Sent, 'book'>) },
      ...('tags' in words && ({ tags: tagsImported } as unknown as Partial<Sent>)),
      ...{ version: versionCode, created_at: time, updated_at: time },
    }),
  }
}

type ExportedOf<Item extends z.ZodObject> = z.ZodObject<Omit<Item['shape'], 'user_id'>>
