import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { richTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { idNamed, padQuotes } from '@pathlight/contracts/pad-rules.ts'
import { indented, plainWords, richTextAsMarkdown } from '@pathlight/contracts/rich-text-as-markdown-rules.ts'
import type { PadItem } from '@pathlight/domain/pads/pad-item.ts'
import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { type DayOf, type FoundNamed, type Paper, sayTags, sayVerses } from '../paper.ts'

const GONE = { en: 'This was removed.', ko: '지운 항목입니다.' }

/** The person's own text as Markdown. HTML in the text is escaped. */
const asMarkdown = (text: string): string => richTextAsMarkdown(richTextOfMarkdown(text), 2)

const sayPlace = (
  { book, chapter, verse_id, end_verse_id }: NonNullable<FoundNamed['passage']>,
  language: BookLanguage,
) =>
  verse_id === null
    ? formatReference({ book, chapter, verse: null, endChapter: chapter, endVerse: null }, language)
    : sayVerses(verse_id, end_verse_id ?? verse_id, language)

/** An item that a pad quotes: its title, its passage, and its text unless the item has a file of its own. */
const quoted = (named: FoundNamed | null, language: BookLanguage): string => {
  if (named === null) return `> *${GONE[language]}*`
  const { title, text, passage, hasFile } = named
  const parts = [
    ...(title ? [`**${plainWords(title)}**`] : []),
    ...(text && !hasFile ? [asMarkdown(text)] : []),
    ...(passage ? [`— ${sayPlace(passage, language)} · ${passage.version}`] : []),
  ]
  return indented(parts.join('\n\n'), '> ', '> ')
}

/**
 * Writes a study pad into a file of its own. Passages are written as references, because a licence may forbid copying
 * their text.
 */
export const paper: Paper = {
  title: { en: 'Study pads', ko: '연구 노트' },
  files: 'item',
  nameOf: ({ title, created_at }: PadItem, dayOf: DayOf) => `${dayOf(created_at)} ${title}`,
  async *inWords({ title, entries, updated_at, ...more }: PadItem, language, dayOf, find) {
    const quotes = padQuotes()
    const known = new Map<string, { readonly whole: string; readonly name: string }>()
    const read = async (entry: PadEntry & { readonly type: 'item' }) => {
      const { kind } = entry
      const id = idNamed(entry)
      const said = known.get(`${kind} ${id}`)
      if (said) return said
      const named = await find(kind, id)
      const name = quoted(named && { ...named, text: '' }, language)
      const both = { whole: quotes.isOver() ? name : quoted(named, language), name }
      known.set(`${kind} ${id}`, both)
      return both
    }
    yield `# ${plainWords(title)}\n\n${[dayOf(updated_at), sayTags(more, language)].filter(Boolean).join(' · ')}\n`
    for (const entry of entries) {
      yield '\n'
      if ('text' in entry)
        yield entry.type === 'text' ? asMarkdown(entry.text) : `## ${plainWords(entry.text).replaceAll(/\s+/g, ' ')}`
      else if (entry.type === 'item') {
        const { whole, name } = await read(entry)
        yield quotes.takes(whole.length) ? whole : name
      } else yield `**${sayVerses(entry.verse_id, entry.end_verse_id ?? entry.verse_id, language)}** · ${entry.version}`
      yield '\n'
    }
  },
}
