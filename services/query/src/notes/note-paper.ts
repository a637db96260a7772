import type { NoteItem } from '@pathlight/domain/notes/note-item.ts'
import { dayOf, type Paper, sayVerses } from '../paper.ts'
import { plainLines, plainWords } from '../rich-text-as-markdown.ts'

/** A note under its verse. */
export const notePaper: Paper = {
  title: { en: 'Notes', ko: '메모' },
  files: 'book',
  inWords: ({ verse_id, end_verse_id, version, title, text, updated_at }: NoteItem, language) => {
    const heading = `## ${sayVerses(verse_id, end_verse_id ?? verse_id, language)} · ${version}`
    const named = title === null ? [] : [`**${plainWords(title)}**`]
    return [heading, ...named, plainLines(text), `*${dayOf(updated_at)}*`].join('\n\n')
  },
}
