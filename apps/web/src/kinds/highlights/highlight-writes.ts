import type { Highlight } from '@pathlight/contracts/highlights.ts'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import { newId } from '../../api/new-id.ts'
import type { WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import type { VersePart } from '../../study/study-kind.ts'
import { touchesOnVerses } from '../../study/touches-on-verses.ts'

/** How highlights are written, and which queries show them. */
export const highlightWrites: WriteKind<Highlight> = pendingWrites.register<Highlight>({
  name: 'highlights',
  history: 'highlight',
  call: ({ base, wanted }) => {
    if (wanted === null) return { method: 'DELETE', path: `/api/highlight/${base.id}` }
    const { id, color, style, tags } = wanted
    // Tags that the person did not change stay as another device may have them.
    const edited: Editable['highlight'] = {
      ...{ color, ...(style && { style }) },
      ...(tags !== base?.tags && { tags }),
    }
    if (base !== null) {
      const isRetagged = tags !== base.tags && color === base.color && style === base.style
      // Absent would leave the style as it is.
      return { method: 'PUT', path: `/api/highlight/${id}`, body: isRetagged ? { tags } : { style: null, ...edited } }
    }
    const { verse_id: verseId, version, book, chapter, selected_text, start_offset, end_offset } = wanted
    return {
      method: 'POST',
      path: '/api/highlight/add',
      body: {
        // The verse and the version, which begin the id, are said beside it.
        id: id.slice(id.lastIndexOf('.') + 1),
        verseId,
        version,
        book,
        chapter,
        selectedText: selected_text,
        startOffset: start_offset,
        endOffset: end_offset,
        ...edited,
      },
    }
  },
  // What a list had of the style goes with it.
  saved: (answer) => ({ style: undefined, ...(answer as Highlight) }),
  touches: touchesOnVerses('highlights'),
  // The words that one write frees must be free before the next write takes them. Lists are in the order of the log:
  // what one act does to several verses must arrive in its order, too.
  lane: ({ version, book, chapter }) => `${version}.${book}.${chapter}`,
  // The revision counts what happened to the verse, not to the highlight.
  whicheverRevision: true,
})

/** A highlight on these words, in the colour of the settings, made at this time. */
export const newHighlight = (
  { verse, start, end, text }: VersePart,
  created_at = new Date().toISOString(),
): Highlight => {
  const { verse_id, version, book, chapter } = verse
  return {
    id: `${verse_id}.${version}.${newId()}`,
    verse_id,
    version,
    book,
    chapter,
    selected_text: text,
    start_offset: start,
    end_offset: end,
    color: null,
    created_at,
    revision: 1,
  }
}
