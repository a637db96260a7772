import { bookmarkKind } from './bookmarks/kind.ts'
import { highlightKind } from './highlights/kind.ts'
import type { Kind } from './kind.ts'
import { noteKind } from './notes/kind.ts'
import { padKind } from './pads/kind.ts'
import { sermonKind } from './sermons/kind.ts'
import { settingsKind } from './settings/kind.ts'

/** All kinds of items. A new kind is added here. */
export const kinds: readonly Kind[] = [noteKind, highlightKind, sermonKind, bookmarkKind, padKind, settingsKind]
