import type { Highlight } from '@pathlight/contracts/highlights.ts'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import { newId } from '../../api/new-id.ts'
import type { WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import type { VersePart } from '../../study/study-kind.ts'
import { touchesOnVerses } from '../../study/touches-on-verses.ts'

/** How a highlight is sent to the server, and which queries a write changes. */
export const highlightWrites: WriteKind<Highlight> = pendingWrites.register<Highlight>({
  name: 'highlights',
  history: 'highlight',
  call: ({ base, wanted }) => {
    if (wanted === null) return { method: 'DELETE', path: `/api/highlight/${base.id}` }
    const { id, color, style, tags } = wanted
    // Tags that the person did not change are left out, so that another device's change stays. Tags are compared as
    // JSON, because a write that was read from the device's storage has a copy of them.
    const isTagged = JSON.stringify(tags) !== JSON.stringify(base?.tags)
    const edited: Editable['highlight'] = {
      ...{ color, ...(style && { style }) },
      ...(isTagged && { tags }),
    }
    if (base !== null) {
      const isRetagged = isTagged && color === base.color && style === base.style
      // `style: null` removes the style. Without the field the server would leave the style as it is.
      return { method: 'PUT', path: `/api/highlight/${id}`, body: isRetagged ? { tags } : { style: null, ...edited } }
    }
    const { verse_id: verseId, version, book, chapter, selected_text, start_offset, end_offset } = wanted
    return {
      method: 'POST',
      path: '/api/highlight/add',
      body: {
        // The id begins with the verse and the version. The call has these in other fields, so only the end of the id
        // is sent.
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
  // An answer without `style` means that the highlight has no style, so an earlier style is overwritten.
  saved: (answer) => ({ style: undefined, ...(answer as Highlight) }),
  touches: touchesOnVerses('highlights'),
  // Writes of a chapter in one version are sent one after the other. Words must be freed by a deletion before another
  // highlight can take them. Lists have the order of the log, so highlights that were made together must also arrive in
  // their order.
  lane: ({ version, book, chapter }) => `${version}.${book}.${chapter}`,
  // The revision counts the changes of all highlights on the verse, so a write must not depend on it.
  whicheverRevision: true,
})

/** A new highlight on these words, in the colour of the settings. `created_at`: ISO 8601, UTC. */
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
