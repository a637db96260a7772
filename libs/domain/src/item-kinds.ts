import { bookmarkKind } from './bookmarks/bookmark-item.ts'
import { highlightKind } from './highlights/highlight-item.ts'
import type { AnyItemKind } from './item-kind.ts'
import { noteKind } from './notes/note-item.ts'
import { padKind } from './pads/pad-item.ts'
import { sermonKind } from './sermons/sermon-item.ts'
import { settingsKind } from './settings/settings-item.ts'

/** All kinds of items. Code for all kinds loops over this list. */
export const itemKinds: readonly AnyItemKind[] = [
  noteKind,
  highlightKind,
  sermonKind,
  bookmarkKind,
  padKind,
  settingsKind,
]
