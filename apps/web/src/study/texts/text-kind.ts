import type { TFunction } from 'i18next'
import type { ComponentProps } from 'react'
import type { CatalogueWords } from '../../locales/catalogues.ts'
import type { EditedKind } from '../editor/edited-kind.ts'
import type { ItemOf, Lists, OnChapterKind } from '../use-items-on-chapter.ts'
import type { TextDraft, TextDrafts, TextItem } from './text-drafts.ts'

/** A text in the overlay of a chapter. `shown_at`, `shown_to`: its first and last verse id in the numbering of the page's version. */
export type TextOnChapter = TextItem & {
  readonly shown_at?: number | undefined
  readonly shown_to?: number | undefined
}
/** The lists of the overlay that have texts. */
export type TextList = { [Name in keyof Lists]: ItemOf<Name> extends TextOnChapter ? Name : never }[keyof Lists]

/** The kinds whose catalogue has the words of texts on verses. */
export type TextName = {
  [Name in keyof CatalogueWords]: CatalogueWords[Name] extends { readonly [_ in Name]: { readonly textHint: string } }
    ? Name
    : never
}[keyof CatalogueWords]

/** The fields of an item that only its kind has, and its title: all that a person types besides the text and tags. */
type ShortName<I extends TextItem> = Exclude<keyof I & string, Exclude<keyof TextItem, 'title'>>
/** The input of a short field, such as a title or a date. `says`: its label. */
export type ShortField = Omit<ComponentProps<'input'>, 'ref' | 'name'> & { readonly says: (t: TFunction) => string }

/**
 * A kind of text on a verse, or on verses that follow each other. The panel on a verse, the editor and the list page take such a
 * value.
 */
export type TextKind<I extends TextItem> = EditedKind<I, TextDraft<I>> & {
  /** The name of the kind, with which the keys of its words begin. */
  readonly words: TextName
  readonly drafts: TextDrafts<I>
  readonly overlay: OnChapterKind<TextList, I>
  /** In the order in which the editor shows them, below the text. */
  readonly shortFields: { readonly [Name in ShortName<I>]: ShortField }
  /** The longest text, in UTF-16 units, and the message for a longer one. */
  readonly most: number
  readonly sayTooLong: (t: TFunction, most: number) => string
}
