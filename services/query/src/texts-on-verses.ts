import { findableText } from '@pathlight/contracts/find-rules.ts'
import type { Editable, EditableKind } from '@pathlight/contracts/kind-rules.ts'
import { plainTextOfMarkdown, richTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { mentionsIn } from '@pathlight/contracts/mentions-rules.ts'
import { plainWords, richTextAsMarkdown } from '@pathlight/contracts/rich-text-as-markdown-rules.ts'
import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { type DayOf, type Paper, sayTags, sayVerses } from './paper.ts'

/** The words of an item. `text`: Markdown. */
type Words = { readonly title?: string | null; readonly text: string }
type Text = Words &
  Tagged & {
    readonly verse_id: number
    readonly end_verse_id: number | null
    readonly version: string
    readonly updated_at: string
  }

type InLanguages = Readonly<Record<BookLanguage, string>>
/** The names, for an export, of the fields that a kind has beside its title, text and tags. */
type Beside<Kind extends EditableKind> = { readonly [Name in Exclude<keyof Editable[Kind], keyof Text>]: InLanguages }

/**
 * The search and the export of a kind of texts on verses, for `kindOnVerses`. `title`: the name of the kind's folder in
 * an export.
 */
export const textsOnVerses = <Kind extends EditableKind>(title: InLanguages, beside: Beside<Kind>) => {
  /** Writes a text under the name of its verses, in Markdown. */
  const paper: Paper = {
    title,
    files: 'book',
    inWords: (item: Text & { readonly [name: string]: unknown }, language, dayOf: DayOf) => {
      const { verse_id, end_verse_id, version, title, text, updated_at, tags = [] } = item
      return [
        `## ${sayVerses(verse_id, end_verse_id ?? verse_id, language)} · ${version}`,
        title && `**${plainWords(title)}**`,
        ...Object.entries<InLanguages>(beside).map(
          ([name, called]) => item[name] && `${called[language]}: ${plainWords(String(item[name]))}`,
        ),
        richTextAsMarkdown(richTextOfMarkdown(text), 2),
        sayTags({ tags }, language),
        `*${dayOf(updated_at)}*`,
      ]
        .filter(Boolean)
        .join('\n\n')
    },
  }
  return {
    ...{ findable: findableText, paper },
    wordsOf: ({ title = null, text }: Words) => ({ title, text: plainTextOfMarkdown(text) }),
    mentions: ({ title, text }: Words) => mentionsIn([title, text].join('\n')),
  }
}
