import type { HighlightItem } from '@pathlight/domain/highlights/highlight-item.ts'
import { type Paper, sayVerses } from '../paper.ts'
import { plainWords } from '../rich-text-as-markdown.ts'

/** A highlight as a line: where it is, its words, its colour. */
export const highlightPaper: Paper = {
  title: { en: 'Highlights', ko: '하이라이트' },
  files: 'book',
  inWords: ({ verse_id, version, selected_text, color }: HighlightItem, language) => {
    const words = plainWords(selected_text).replaceAll(/\s+/g, ' ')
    const place = `**${sayVerses(verse_id, verse_id, language)}** · ${version}`
    return `- ${place}: “${words}”${color === null ? '' : ` (${color})`}`
  },
}
