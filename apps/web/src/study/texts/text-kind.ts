import type { TFunction } from 'i18next'
import type { ComponentProps } from 'react'
import type { CatalogueWords } from '../../locales/catalogues.ts'
import type { EditedKind } from '../editor/edited-kind.ts'
import type { ItemOf, Lists, OnChapterKind } from '../use-items-on-chapter.ts'
import type { TextDraft, TextDrafts, TextItem } from './text-drafts.ts'

/**
 * A text in the overlay of a chapter. `shown_at`, `shown_to`: the ids of its first and last verse in the numbering of
 * the page's version.
 */
export type TextOnChapter = TextItem & {
  readonly shown_at?: number | undefined
  readonly shown_to?: number | undefined
}
/** The names of the overlay's lists that contain texts. */
export type TextList = { [Name in keyof Lists]: ItemOf<Name> extends TextOnChapter ? Name : never }[keyof Lists]

/** The kinds of texts on verses. The words of such a kind have the key `textHint`. */
export type TextName = {
  [Name in keyof CatalogueWords]: CatalogueWords[Name] extends { readonly [_ in Name]: { readonly textHint: string } }
    ? Name
    : never
}[keyof CatalogueWords]

/** The names of the short fields of a kind: its title and the fields that only the kind has. */
type ShortName<I extends TextItem> = Exclude<keyof I & string, Exclude<keyof TextItem, 'title'>>
/** The props of the input for a short field, such as a title or a date. `says`: the label. */
export type ShortField = Omit<ComponentProps<'input'>, 'ref' | 'name'> & { readonly says: (t: TFunction) => string }

/**
 * A kind of text on a verse, or on consecutive verses. The panel on a verse, the editor and the list page work with any
 * such kind.
 */
export type TextKind<I extends TextItem> = EditedKind<I, TextDraft<I>> & {
  /** The name of the kind. The translation keys of the kind's words begin with this name. */
  readonly words: TextName
  readonly drafts: TextDrafts<I>
  readonly overlay: OnChapterKind<TextList, I>
  /** The short fields in the order of the editor, below the text. */
  readonly shortFields: { readonly [Name in ShortName<I>]: ShortField }
  /** The most UTF-16 units of a text, and the message for a longer text. */
  readonly most: number
  readonly sayTooLong: (t: TFunction, most: number) => string
}
