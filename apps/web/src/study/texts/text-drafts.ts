import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { type Editable, type EditableKind, editableFields } from '@pathlight/contracts/kind-rules.ts'
import { plainTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { newDraftKey, sharedDraftKey } from '../draft-keys.ts'
import { areTexts, type Draft, draftsOf, isText } from '../editor/drafts.ts'
import type { KeptWords, KindName } from '../kind.ts'

/** A text on one verse, or on the verses up to `end_verse_id`, in the form of its kind's calls. */
export type TextItem = {
  readonly id: string
  readonly user_id: string
  readonly version: string
  /** The name of the book in English. */
  readonly book: string
  readonly verse_id: number
  readonly end_verse_id?: number | null | undefined
  readonly title?: string | null
  readonly text: string
  readonly tags?: readonly string[] | undefined
  readonly created_at: string
  readonly updated_at: string
  readonly revision: number
}

/** The kinds that have the editable field `text`. */
export type TextEditable = {
  [Kind in EditableKind]: Editable[Kind] extends { readonly text: string } ? Kind : never
}[EditableKind]

/**
 * The editable fields in the form of the editor's inputs. `endVerseId`: the id of the last verse; null for a text on
 * one verse.
 */
type Typed = {
  readonly text: string
  readonly title?: string
  readonly tags: readonly string[]
  readonly endVerseId: number | null
}
export type TextDraft<I extends TextItem> = Draft<I> & Typed

/**
 * The drafts of a kind of texts. An empty short field becomes null in the item. `olderId`: the name of `id` in drafts
 * of older builds.
 */
export const textDraftsOf = <I extends TextItem>(kind: TextEditable, olderId?: string) => {
  const names: readonly string[] = editableFields(kind).filter((name) => name !== 'tags')
  const each = <Value>(field: (name: string) => Value) => Object.fromEntries(names.map((name) => [name, field(name)]))
  const drafts = draftsOf<TextEditable, I, Typed>({
    kind,
    ...(olderId !== undefined && { olderId }),
    fields: {
      ...(each(() => isText) as { text: typeof isText; title: typeof isText }),
      tags: areTexts,
      endVerseId: (value) => value === null || Number.isInteger(value),
    },
    // A draft of an older build may lack the last verse and the tags.
    mend: (kept) => ({ ...kept, endVerseId: kept.endVerseId ?? null, tags: kept.tags ?? [] }),
    typed: (item) => ({
      ...(each((name) => item[name as 'title'] ?? '') as { text: string }),
      tags: item.tags ?? [],
      endVerseId: item.end_verse_id ?? null,
    }),
    editable: (typed) => ({
      ...(each((name) =>
        name === 'text' ? typed.text : typed[name as 'title']?.trim() || null,
      ) as unknown as Editable[TextEditable]),
      tags: typed.tags,
    }),
    texts: ({ title = '', text, tags }) => [title, text, ...tags],
  })
  const fresh = (id: string, endVerseId: number | null): TextDraft<I> => ({
    ...(each(() => '') as { text: string }),
    ...{ id, base: null, tags: [], endVerseId },
  })
  return { ...drafts, fresh }
}
export type TextDrafts<I extends TextItem> = ReturnType<typeof textDraftsOf<I>>

/** The text that results from a draft. `verse`: the first verse, for a new text. `now`: ISO 8601, UTC. */
export const asText = <I extends TextItem>(
  drafts: Pick<TextDrafts<I>, 'editable'>,
  draft: TextDraft<I>,
  owner: Pick<User, 'id'>,
  { verse_id, version, book }: Pick<Verse, 'version' | 'verse_id' | 'book'>,
  now: string,
): I => {
  const { id, base, endVerseId } = draft
  const fresh = {
    ...{ user_id: owner.id, verse_id, version, book, created_at: now },
    revision: 1,
    end_verse_id: endVerseId,
  }
  return { ...(base ?? fresh), id, ...drafts.editable(draft), updated_at: now } as unknown as I
}

/**
 * Makes the parser of a kind's drafts for lists of drafts. The parser returns null for an invalid draft. It takes the
 * verse of a new text from the draft's key. The words of a draft without a title are shown without Markdown's signs.
 */
export const keptTextWords =
  <I extends TextItem>(name: KindName, drafts: Pick<TextDrafts<I>, 'parse' | 'title'>) =>
  (userId: string, key: string, kept: unknown): KeptWords | null => {
    const draft = drafts.parse(kept)
    const [, version = '', id = ''] = /\.([^.]+)\.(\d+)$/.exec(sharedDraftKey(key)) ?? []
    const at = draft?.base ?? { version, verse_id: Number(id) }
    const place = parseVerseId(at.verse_id)
    if (!draft || !place || (!draft.base && sharedDraftKey(key) !== newDraftKey(name, userId, at))) return null
    const { book, chapter, verse } = place
    const endVerseId = draft.endVerseId ?? at.verse_id
    const path = passagePath({ version: at.version, book: book.name.en, chapter }, verse, endVerseId % 1000)
    const words = drafts.title({ ...draft, text: plainTextOfMarkdown(draft.text) })
    return { key, words, verseId: at.verse_id, endVerseId, version: at.version, path }
  }
