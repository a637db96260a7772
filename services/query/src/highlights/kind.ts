import { highlightKind as item } from '@pathlight/domain/highlights/highlight-item.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Kind } from '../kind.ts'
import { highlightsOnChapter } from './highlights-on-chapter.ts'
import { getChapterHighlights, getVerseHighlights, listHighlights } from './list-highlights.ts'
import { highlights } from './projection.ts'

export const highlightKind: Kind = {
  item,
  projections: [highlights as AnyProjection],
  counted: highlights,
  onChapter: { name: 'highlights', items: highlightsOnChapter },
  routes: (app, dependencies) => {
    const onChapter = highlightsOnChapter(dependencies.readModels, dependencies.numbering)
    getChapterHighlights(app, '/api/highlight/chapter', { ...dependencies, onChapter })
    getVerseHighlights(app, '/api/highlight/verse', { ...dependencies, onChapter })
    listHighlights(app, '/api/highlight/user', dependencies)
  },
}
