import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { Change, WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { touchesOnVerses } from '../touches-on-verses.ts'
import type { TextEditable, TextItem } from './text-drafts.ts'

/**
 * How the texts of a kind are sent to the server. `wordsOf`: picks the editable fields of a text. `path`: the address
 * of the kind's calls.
 */
export const textWrites = <Kind extends TextEditable, I extends TextItem & Editable[Kind]>(
  kind: Kind,
  name: string,
  wordsOf: (item: Editable[Kind]) => Editable[Kind],
  path = `/api/${kind}`,
): WriteKind<I> =>
  pendingWrites.register<I>({
    name,
    history: kind,
    call: ({ base, wanted }: Change<TextItem & Editable[Kind]>) => {
      if (wanted === null) return { method: 'DELETE', path: `${path}/detail/${(base as TextItem).id}` }
      const { id, verse_id, end_verse_id, version, book } = wanted
      const words = wordsOf(wanted)
      return base === null
        ? { method: 'POST', path: `${path}/`, body: { id, verse_id, end_verse_id, version, book, ...words } }
        : { method: 'PUT', path: `${path}/detail/${id}`, body: words }
    },
    touches: touchesOnVerses(name),
  })
