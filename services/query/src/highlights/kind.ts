import { excerptOf } from '@pathlight/contracts/excerpt-rules.ts'
import { findableHighlight } from '@pathlight/contracts/find-rules.ts'
import { SETTINGS_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import type { HighlightEvent } from '@pathlight/domain/highlights/events.ts'
import { highlightKind as item } from '@pathlight/domain/highlights/highlight-item.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Kind } from '../kind.ts'
import { LONGEST } from '../list-page.ts'
import { onVerses } from '../passage.ts'
import { highlightPaper } from './highlight-paper.ts'
import { highlightsOnChapter } from './highlights-on-chapter.ts'
import { getChapterHighlights, getVerseHighlights, listHighlights } from './list-highlights.ts'
import { type HighlightDocument, highlights } from './projection.ts'

export const highlightKind: Kind = {
  item,
  projections: [highlights as AnyProjection],
  counted: highlights,
  whole: { model: highlights, longest: LONGEST.highlight },
  searched: {
    name: 'highlights',
    findable: findableHighlight,
    words: ({ selected_text }: HighlightDocument) => ({ title: null, text: selected_text }),
    passage: ({ version, verse_id }: HighlightDocument) => onVerses(version, verse_id),
    changedAt: ({ created_at }: HighlightDocument) => created_at,
    color: ({ color }: HighlightDocument) => color ?? SETTINGS_COLOR,
  },
  paper: highlightPaper,
  onChapter: { name: 'highlights', items: highlightsOnChapter },
  passageOf: ({ data }: HighlightEvent) => onVerses(data.version, data.verseId),
  // Each event has all highlights that the verse has then; a removal, not the one that it removed.
  excerptOf: ({ data }: HighlightEvent, wanted = data.highlightId) => {
    const kept = data.highlights.find(({ id }) => id === wanted)
    return kept ? excerptOf(kept.selectedText) : null
  },
  routes: (app, dependencies) => {
    const onChapter = highlightsOnChapter(dependencies.readModels, dependencies.numbering)
    getChapterHighlights(app, '/api/highlight/chapter', { ...dependencies, onChapter })
    getVerseHighlights(app, '/api/highlight/verse', { ...dependencies, onChapter })
    listHighlights(app, '/api/highlight/user', dependencies)
  },
}
