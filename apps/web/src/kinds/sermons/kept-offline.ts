import { findable, namesOfVerses } from '@pathlight/contracts/find-rules.ts'
import { mentionsIn } from '@pathlight/contracts/mentions-rules.ts'
import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { quotedReferences } from '@pathlight/contracts/sermon-rules.ts'
import type { ItemHere, OfflineKind } from '../../study/offline-kind.ts'
import { passageOn } from '../../study/passage-on.ts'
import type { SermonItem } from './sermon-writes.ts'
import { overlaySermons } from './sermons-on-verse.ts'

/** The longest excerpt on a sermon's card, in UTF-16 units. */
const EXCERPT = 200

/** The words of a sermon, as far as this device has them: of a sermon from a list, this may be only the excerpt. */
const wordsOf = ({ content, words, excerpt }: ItemHere<SermonItem>): string =>
  content ? plainTextOf(content as RichText) : (words ?? excerpt ?? '')

/**
 * How a device stores all sermons of a person, with their content, for offline use. A sermon may have 200 kB, so each
 * request asks for few sermons.
 */
export const offline: OfflineKind<SermonItem> = {
  path: '/api/sermon/user?limit=20',
  listed: ({ content, ...outline }) => {
    const words = plainTextOf(content as RichText)
    const links =
      JSON.stringify(content)
        .match(/\/my-memos\/[\w/-]+/g)
        ?.join(' ') ?? ''
    return { ...outline, excerpt: words.slice(0, EXCERPT), words, quoted: quotedReferences(content as RichText), links }
  },
  pathOf: ({ id }) => `/api/sermon/${id}`,
  searched: (sermon) => {
    const { book, title, speaker, version, start_verse_id: start, end_verse_id: end, updated_at, tags = [] } = sermon
    const text = wordsOf(sermon)
    const quoted = sermon.content ? quotedReferences(sermon.content as RichText) : (sermon.quoted ?? [])
    return {
      passage: passageOn(book, version, start, end),
      ...{ title, text, color: null, changedAt: updated_at },
      mentions: () => mentionsIn([title, text, ...quoted].join('\n'), sermon.links ?? JSON.stringify(sermon.content)),
      findable: () => findable([title, speaker, text, ...quoted, version, ...namesOfVerses(start, end), ...tags]),
    }
  },
  onVerses: overlaySermons,
}
