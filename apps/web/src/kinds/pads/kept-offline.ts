import { plainTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { mentionsOfPad } from '@pathlight/contracts/mentions-rules.ts'
import { findablePad, padWords } from '@pathlight/contracts/pad-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { OfflineKind } from '../../study/offline-kind.ts'
import { passageOn } from '../../study/passage-on.ts'

/**
 * The first passage in a pad. The search in all of a person's writing takes it as the pad's passage. Null if the pad
 * has no passage.
 */
const passageOf = ({ entries }: Pad) => {
  const first = entries.find((entry) => entry.type === 'passage')
  const place = first && parseVerseId(first.verse_id)
  return place ? passageOn(place.book.name.en, first.version, first.verse_id, first.end_verse_id) : null
}

/**
 * How a device stores all study pads of a person for offline use. A pad may have 300 kB, so each request asks for few
 * pads.
 */
export const offline: OfflineKind<Pad> = {
  path: '/api/pad/user?limit=20',
  pathOf: ({ id }) => `/api/pad/detail/${id}`,
  searched: (pad) => ({
    passage: passageOf(pad),
    ...{ title: pad.title, text: padWords(pad.entries).map(plainTextOfMarkdown).join('\n\n') },
    ...{ color: null, changedAt: pad.updated_at, mentions: () => mentionsOfPad(pad) },
    findable: () => findablePad(pad),
  }),
}
