import { excerptOf } from '@pathlight/contracts/excerpt-rules.ts'
import { mentionsIn } from '@pathlight/contracts/mentions-rules.ts'
import { plainWords, richTextAsMarkdown } from '@pathlight/contracts/rich-text-as-markdown-rules.ts'
import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { quotedReferences } from '@pathlight/contracts/sermon-rules.ts'
import { sermonShapes } from '@pathlight/contracts/sermons.ts'
import type { SermonEvent } from '@pathlight/domain/sermons/events.ts'
import { sermonKind as item, type SermonItem } from '@pathlight/domain/sermons/sermon-item.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import { chapterCall } from '../item-calls.ts'
import type { Kind } from '../kind.ts'
import { type DayOf, type Paper, sayTags, sayVerses } from '../paper.ts'
import { onVerses } from '../passage.ts'
import { findableSermon, listSermons } from './list-sermons.ts'
import { LONGEST_SERMON, type SermonDocument, sermonOutlines, sermons } from './projection.ts'
import { getSermons } from './read-sermons.ts'
import { sermonsOnChapter, wholeOnChapter } from './sermons-on-chapter.ts'

/** Writes a sermon into a file of its own, named by its day and title. */
const paper: Paper = {
  title: { en: 'Sermons', ko: '설교' },
  files: 'item',
  nameOf: ({ title, created_at }: SermonItem, dayOf: DayOf) => `${dayOf(created_at)} ${title}`,
  inWords: (item: SermonItem, language, dayOf: DayOf) => {
    const verses = sayVerses(item.start_verse_id, item.end_verse_id, language)
    const below = [
      plainWords(item.speaker),
      `${verses} (${item.version})`,
      dayOf(item.created_at),
      sayTags(item, language),
    ]
      .filter(Boolean)
      .join(' · ')
    return `# ${plainWords(item.title)}\n\n${below}\n\n${richTextAsMarkdown(item.content as RichText)}\n`
  },
}

export const sermonKind: Kind = {
  item,
  projections: [sermons as AnyProjection, sermonOutlines as AnyProjection],
  counted: sermonOutlines,
  whole: { model: sermons, longest: LONGEST_SERMON },
  searched: {
    name: 'sermons',
    findable: findableSermon,
    words: ({ title, content }: SermonDocument) => ({ title, text: plainTextOf(content as RichText) }),
    mentions: ({ title, content }: SermonDocument) =>
      mentionsIn(
        [title, plainTextOf(content as RichText), ...quotedReferences(content as RichText)].join('\n'),
        JSON.stringify(content),
      ),
    passage: ({ version, start_verse_id, end_verse_id }: SermonDocument) =>
      onVerses(version, start_verse_id, end_verse_id),
    changedAt: ({ updated_at }: SermonDocument) => updated_at,
    color: null,
  },
  paper,
  onChapter: { name: 'sermons', items: sermonsOnChapter },
  passageOf: ({ data }: SermonEvent) => onVerses(data.version, data.startVerseId, data.endVerseId),
  excerptOf: ({ type, data }: SermonEvent) =>
    type === 'SermonRemoved' ? null : excerptOf(`${data.title} — ${plainTextOf(data.content as RichText)}`),
  routes: (app, dependencies) => {
    listSermons(app, '/api/sermon/user', dependencies)
    chapterCall(app, '/api/sermon/user/chapter', dependencies, {
      ...{ summary: 'My sermons on a chapter', model: sermons, item: sermonShapes.item },
      onChapter: wholeOnChapter(dependencies.readModels),
    })
    getSermons(app, '/api/sermon/:id', dependencies)
  },
}
