import { type HighlightItem, highlightKind as item } from '@pathlight/domain/highlights/highlight-item.ts'
import { highlights as aggregate } from '@pathlight/domain/highlights/highlights.ts'
import type { Kind } from '../kind.ts'
import { addHighlight } from './add-highlight.ts'
import { whicheverRevision } from './addressed-highlight.ts'
import { colorHighlight } from './color-highlight.ts'
import { importedHighlight } from './imported-highlight.ts'
import { removeHighlight } from './remove-highlight.ts'

export const highlightKind: Kind = {
  item,
  counted: 'highlights',
  aggregate,
  imported: importedHighlight,
  // As when a person highlights it: the other highlights stand where they are in today's text.
  restoreFacts: ({ version, verse_id }: HighlightItem, { verseText }) => ({ verseText: verseText(version, verse_id) }),
  restoredBy: whicheverRevision,
  routes: (app, dependencies) => {
    addHighlight(app, '/api/highlight/add', dependencies)
    colorHighlight(app, '/api/highlight/:id', dependencies)
    removeHighlight(app, '/api/highlight/:id', dependencies)
  },
}
