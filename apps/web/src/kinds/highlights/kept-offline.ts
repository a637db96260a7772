import { findableHighlight } from '@pathlight/contracts/find-rules.ts'
import { SETTINGS_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import type { Highlight } from '@pathlight/contracts/highlights.ts'
import type { OfflineKind } from '../../study/offline-kind.ts'
import { passageOn } from '../../study/passage-on.ts'
import { overlayHighlights } from './overlay-highlights.ts'

export const offline: OfflineKind<Highlight> = {
  path: '/api/highlight/user?limit=200',
  searched: (highlight) => ({
    passage: passageOn(highlight.book, highlight.version, highlight.verse_id),
    ...{ title: null, text: highlight.selected_text, changedAt: highlight.created_at },
    color: highlight.color ?? SETTINGS_COLOR,
    findable: () => findableHighlight(highlight),
  }),
  onVerses: overlayHighlights,
}
