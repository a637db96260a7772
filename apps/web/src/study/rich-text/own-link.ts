import { LINKED_PAGES, type LinkedList, pageOfItem } from '@pathlight/contracts/item-pages-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'

/** `[[` and what was typed behind it, up to the cursor. */
const ASKED = /\[\[([^[\]\n]{0,60})$/

/** The words of a link that is made of an item without a title, in UTF-16 units. */
const WORDS = 60

/** What of one's own is asked for by `[[`, and where that begins in the text; null: nothing. */
export type AskedLink = { readonly from: number; readonly query: string }

/** Reads what is typed before the cursor. */
export const askedLink = (before: string): AskedLink | null => {
  const match = ASKED.exec(before.slice(-100))
  return match && { from: before.length - match[0].length, query: match[1] ?? '' }
}

/** An item that a text may link to. */
export type Linkable = FoundWriting & { readonly kind: LinkedList }
export const isLinkable = (item: FoundWriting): item is Linkable => Object.hasOwn(LINKED_PAGES, item.kind)

/** The words and the address of a link to an item. Brackets would end the words. */
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
