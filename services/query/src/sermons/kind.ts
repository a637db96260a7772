import { excerptOf } from '@pathlight/contracts/excerpt-rules.ts'
import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import type { SermonEvent } from '@pathlight/domain/sermons/events.ts'
import { sermonKind as item } from '@pathlight/domain/sermons/sermon-item.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Kind } from '../kind.ts'
import { LONGEST } from '../list-page.ts'
import { onVerses } from '../passage.ts'
import { findableSermon, listSermons } from './list-sermons.ts'
import { type SermonDocument, sermonOutlines, sermons } from './projection.ts'
import { getSermons } from './read-sermons.ts'
import { sermonPaper } from './sermon-paper.ts'
import { getChapterSermons, sermonsOnChapter } from './sermons-on-chapter.ts'

export const sermonKind: Kind = {
  item,
  projections: [sermons as AnyProjection, sermonOutlines as AnyProjection],
  counted: sermonOutlines,
  whole: { model: sermons, longest: LONGEST.sermon },
  searched: {
    name: 'sermons',
    findable: findableSermon,
    words: ({ title, content }: SermonDocument) => ({ title, text: plainTextOf(content as RichText) }),
    passage: ({ version, start_verse_id, end_verse_id }: SermonDocument) =>
      onVerses(version, start_verse_id, end_verse_id),
    changedAt: ({ updated_at }: SermonDocument) => updated_at,
    color: null,
  },
  paper: sermonPaper,
  onChapter: { name: 'sermons', items: sermonsOnChapter },
  passageOf: ({ data }: SermonEvent) => onVerses(data.version, data.startVerseId, data.endVerseId),
  excerptOf: ({ type, data }: SermonEvent) =>
    type === 'SermonRemoved' ? null : excerptOf(`${data.title} — ${plainTextOf(data.content as RichText)}`),
  routes: (app, dependencies) => {
    listSermons(app, '/api/sermon/user', dependencies)
    getChapterSermons(app, '/api/sermon/user/chapter', dependencies)
    getSermons(app, '/api/sermon/:id', dependencies)
  },
}
