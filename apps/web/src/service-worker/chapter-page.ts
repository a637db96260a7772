import type { Chapter, Version } from '@pathlight/contracts/bible.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { bookLanguage, chapterHeading, verseNumber } from '../bible/passage-names.ts'
import { firstWordOf } from '../features/reader/text/first-word.ts'
import { hasSections, headingTag } from '../features/reader/text/heading-tag.ts'
import { firstAhead } from '../features/reader/text/lay-out-by-and-by.ts'
import { type Block, layOutChapter, type Part, type Piece } from '../features/reader/text/lay-out-chapter.ts'
import { escaped, inScript } from '../ui/in-html.ts'

// A chapter's page while the server is away: the shell (index.html as `awayShell` returns it) with the chapter's words,
// laid out as in the reader. The words can be read before the scripts have run. The scripts then replace the words by
// the reader.

/** The scripts in index.html as Vite builds it, and the modules that they import. */
const SCRIPTS = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g

type Text = Extract<Part, { kind: 'text' }>

const wordsOf = ({ styles }: Text, text: string): string =>
  styles.length === 0 ? escaped(text) : `<span class="${escaped(styles.join(' '))}">${escaped(text)}</span>`

const partOf = (part: Part): string =>
  part.kind === 'footnote' ? '<span class="footnote" aria-hidden="true">†</span>' : wordsOf(part, part.text)

const pieceOf = ({ verse, opens, closes, parts }: Piece): string => {
  const [first, ...rest] = parts
  const shown = (() => {
    if (!opens) return parts.map(partOf).join('')
    const number = `<button type="button" class="verse-number" tabindex="-1">${verseNumber(verse)}</button>`
    if (first?.kind !== 'text') return `${number}${parts.map(partOf).join('')}`
    const word = firstWordOf(first.text)
    // A verse number never stands alone at the end of a line.
    const together = `<span class="whitespace-nowrap">${number}${wordsOf(first, word)}</span>`
    return `${together}${wordsOf(first, first.text.slice(word.length))}${rest.map(partOf).join('')}`
  })()
  const letter =
    closes && verse.letter
      ? `<span class="signs"><span class="letter" data-letter="${escaped(verse.letter)}" aria-hidden="true"></span></span>`
      : ''
  return `<span class="verse" data-verse="${verse.verse}">${shown}${letter}</span> `
}

const blockOf = (block: Block, sectioned: boolean, ahead: string): string => {
  if (block.kind === 'heading') {
    const { kind, text } = block.heading
    const tag = headingTag(kind, sectioned)
    return `<${tag} class="heading ${kind}"${ahead}>${escaped(text)}</${tag}>`
  }
  const words = block.pieces.map(pieceOf).join('')
  if (block.kind === 'paragraph') return `<p${ahead}>${words}</p>`
  return `<div class="line${block.stanza ? ' stanza' : ''}" data-indent="${block.indent}"${ahead}>${words}</div>`
}

const textOf = ({ verses }: Chapter): string => {
  const blocks = layOutChapter(verses)
  const later = firstAhead(blocks)
  const sectioned = hasSections(verses)
  return blocks.map((block, at) => blockOf(block, sectioned, at >= later ? ' data-ahead' : '')).join('')
}

/** The chapter in the layout of the reader, with empty space for the bars. */
const readerOf = (
  chapter: Chapter,
  heading: string,
  name: string,
): string => `<header class="sticky top-0 z-20 h-[calc(var(--bar)+1px)] border-b border-line bg-paper"></header>
<main id="content"><div class="reader"><div class="min-w-0">
<div class="columns" data-layout="one"><section class="column"><div class="column-head sticky z-10 bg-paper"></div>
<div class="column-body"><article lang="${escaped(chapter.language)}" dir="${chapter.direction}">
<div class="chapter-heading"><h1 class="font-scripture text-[min(2.1rem,12vw)] leading-tight font-semibold">${escaped(heading)}</h1>
<div class="mb-3 flex items-center gap-2"><span class="inline-flex min-h-11 items-center text-sm font-medium text-muted">${escaped(name)}</span></div></div>
<div class="scripture">${textOf(chapter)}</div></article></div></section></div></div></div></main>`

/**
 * The data for TanStack's `hydrate`. `dataUpdatedAt` is long past, so the page fetches the list of versions again. It
 * does not fetch the chapter again, because a chapter's query never becomes stale.
 */
const queryOf = (queryKey: readonly unknown[], data: unknown) => ({
  queryKey,
  queryHash: JSON.stringify(queryKey),
  state: {
    ...{ data, dataUpdateCount: 1, dataUpdatedAt: 1, error: null, errorUpdateCount: 0, errorUpdatedAt: 0 },
    ...{ fetchFailureCount: 0, fetchFailureReason: null, fetchMeta: null, isInvalidated: false },
    ...{ status: 'success', fetchStatus: 'idle' },
  },
})

/** The part of the answer of GET /api/bible/versions that chapterPage uses. */
export type KnownVersions = { readonly versions: readonly Version[] }

/**
 * The HTML of a chapter's page.
 * @param shell from `awayShell`
 * @param language of the interface: en or ko
 * @param known the stored list of versions, if any
 */
export const chapterPage = (
  shell: string,
  language: 'en' | 'ko',
  chapter: Chapter,
  known: KnownVersions | null,
): string => {
  const { version, book, chapter: number } = chapter
  const heading = chapterHeading(book, number, bookLanguage(chapter.language))
  const name = known?.versions.find(({ code }) => code === version)?.localName ?? version
  const title = `<title>${escaped(`${chapterHeading(book, number, language)} (${versionLabel(version, language)})`)}</title>`
  const scripts = (shell.match(SCRIPTS) ?? []).join('')
  const queries = [
    queryOf(['bible', 'chapter', version, book, number], chapter),
    ...(known ? [queryOf(['bible', 'versions'], known)] : []),
  ]
  const state = `<script type="application/json" id="state">${inScript({ mutations: [], queries })}</script>`
  const fill = (html: string, place: string, content: string) => html.replace(place, () => content)
  let page = shell.replace(SCRIPTS, '')
  // The scripts wait until the text is painted (public/before-scripts.js).
  page = fill(page, '<!--head-->', `${title}<template id="scripts">${scripts}</template>`)
  page = fill(page, '<div id="root">', `<div id="root">${readerOf(chapter, heading, name)}`)
  return fill(page, '<!--state-->', state)
}
