import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'
import type { SermonItem } from '@pathlight/domain/sermons/sermon-item.ts'
import { dayOf, type Paper, sayVerses } from '../paper.ts'
import { plainWords, richTextAsMarkdown } from '../rich-text-as-markdown.ts'

/** A sermon in a file of its own, which is named by its day and title. */
export const sermonPaper: Paper = {
  title: { en: 'Sermons', ko: '설교' },
  files: 'item',
  nameOf: ({ title, created_at }: SermonItem) => `${dayOf(created_at)} ${title}`,
  inWords: (item: SermonItem, language) => {
    const verses = sayVerses(item.start_verse_id, item.end_verse_id, language)
    const below = [plainWords(item.speaker), `${verses} (${item.version})`, dayOf(item.created_at)].join(' · ')
    return `# ${plainWords(item.title)}\n\n${below}\n\n${richTextAsMarkdown(item.content as RichText)}\n`
  },
}
