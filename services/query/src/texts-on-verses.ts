import { findableText } from '@pathlight/contracts/find-rules.ts'
import { plainTextOfMarkdown, richTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { mentionsIn } from '@pathlight/contracts/mentions-rules.ts'
import { plainWords, richTextAsMarkdown } from '@pathlight/contracts/rich-text-as-markdown-rules.ts'
import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import { dayOf, type Paper, sayTags, sayVerses } from './paper.ts'

/** The words of an item. `text`: Markdown. */
type Words = { readonly title?: string | null; readonly text: string }
type Text = Words &
  Tagged & {
    readonly verse_id: number
    readonly end_verse_id: number | null
    readonly version: string
    readonly updated_at: string
  }

/** How a kind of texts on verses is found, and written in an export. `title`: the name of its folder there. For `kindOnVerses`. */
export const textsOnVerses = (title: Paper['title']) => {
  /** Writes a text under its verse. */
  const paper: Paper = {
    title,
    files: 'book',
    inWords: ({ verse_id, end_verse_id, version, title, text, updated_at, tags = [] }: Text, language) =>
      [
        `## ${sayVerses(verse_id, end_verse_id ?? verse_id, language)} · ${version}`,
        title && `**${plainWords(title)}**`,
        richTextAsMarkdown(richTextOfMarkdown(text), 2),
        sayTags({ tags }, language),
        `*${dayOf(updated_at)}*`,
      ]
        .filter(Boolean)
        .join('\n\n'),
  }
  return {
    ...{ findable: findableText, paper },
    wordsOf: ({ title = null, text }: Words) => ({ title, text: plainTextOfMarkdown(text) }),
    mentions: ({ title, text }: Words) => mentionsIn([title, text].join('\n')),
  }
}
