import { type Editable, editableOf } from '@pathlight/contracts/kind-rules.ts'
import type { Change, WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import type { KindName } from '../kind.ts'
import { touchesOnVerses } from '../touches-on-verses.ts'
import type { TextEditable, TextItem } from './text-drafts.ts'

/** How a kind of texts on verses is written, and which queries show them. `path`: of its calls. */
export const textWrites = <I extends TextItem>(
  kind: TextEditable,
  name: KindName,
  path = `/api/${kind}`,
): WriteKind<I> =>
  pendingWrites.register<I>({
    name,
    history: kind,
    call: ({ base, wanted }: Change<TextItem>) => {
      if (wanted === null) return { method: 'DELETE', path: `${path}/detail/${base.id}` }
      const { id, verse_id, end_verse_id, version, book } = wanted
      const words = editableOf(kind, wanted as unknown as Editable[TextEditable])
      return base === null
        ? { method: 'POST', path: `${path}/`, body: { id, verse_id, end_verse_id, version, book, ...words } }
        : { method: 'PUT', path: `${path}/detail/${id}`, body: words }
    },
    touches: touchesOnVerses(name),
  })
