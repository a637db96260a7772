import { findableNote } from '@pathlight/contracts/find-rules.ts'
import { plainTextOfMarkdown, richTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { mentionsIn } from '@pathlight/contracts/mentions-rules.ts'
import { noteShapes as shapes } from '@pathlight/contracts/notes.ts'
import { plainWords, richTextAsMarkdown } from '@pathlight/contracts/rich-text-as-markdown-rules.ts'
import { noteKind as item, type NoteItem } from '@pathlight/domain/notes/note-item.ts'
import { kindOnVerses, projectionOnVerses } from '../kind-on-verses.ts'
import { dayOf, type Paper, sayTags, sayVerses } from '../paper.ts'

export const notes = projectionOnVerses(item, { name: 'notes', version: 5 })

/** Writes a note under its verse. */
const paper: Paper = {
  title: { en: 'Notes', ko: '메모' },
  files: 'book',
  inWords: ({ verse_id, end_verse_id, version, title, text, updated_at, ...more }: NoteItem, language) => {
    const heading = `## ${sayVerses(verse_id, end_verse_id ?? verse_id, language)} · ${version}`
    const named = title === null ? [] : [`**${plainWords(title)}**`]
    return [
      ...[heading, ...named, richTextAsMarkdown(richTextOfMarkdown(text), 2), sayTags(more, language)],
      `*${dayOf(updated_at)}*`,
    ]
      .filter(Boolean)
      .join('\n\n')
  },
}

export const noteKind = kindOnVerses({
  ...{ item, shapes, model: notes, longest: 55_000, findable: findableNote, paper },
  wordsOf: ({ title, text }) => ({ title, text: plainTextOfMarkdown(text) }),
  mentions: ({ title, text }) => mentionsIn([title, text].join('\n')),
})
