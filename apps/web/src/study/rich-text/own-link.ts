import { LINKED_PAGES, type LinkedList, pageOfItem } from '@pathlight/contracts/item-pages-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'

/** `[[` and the words after it, up to the cursor: at most 60 characters, without brackets and line breaks. */
const ASKED = /\[\[([^[\]\n]{0,60})$/

/** The longest text of a link, in UTF-16 units. A longer title or excerpt is cut. */
const WORDS = 60

/** The search that the person types after `[[`, and the offset of `[[` in the text. */
export type AskedLink = { readonly from: number; readonly query: string }

/** Finds `[[` and the search after it at the end of the text before the cursor. Null if there is none. */
export const askedLink = (before: string): AskedLink | null => {
  const match = ASKED.exec(before.slice(-100))
  return match && { from: before.length - match[0].length, query: match[1] ?? '' }
}

/** An item of a kind whose items have a page to which a text can link. */
export type Linkable = FoundWriting & { readonly kind: LinkedList }
export const isLinkable = (item: FoundWriting): item is Linkable => Object.hasOwn(LINKED_PAGES, item.kind)

/**
 * The text and the address of a link to an item. Brackets are removed, because they would end the link's text.
 * `otherwise`: the text for an item without words.
 */
export const linkTo = ({ kind, id, title, excerpt }: Linkable, otherwise: string): { words: string; href: string } => {
  const said = (title ?? excerpt)
    .replaceAll(/[[\]\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const words =
    said.length > WORDS
      ? `${said
          .slice(0, WORDS)
          .toWellFormed()
          .replace(/\ufffd$/, '')
          .trimEnd()}…`
      : said
  return { words: words || otherwise, href: pageOfItem(kind, id) }
}
