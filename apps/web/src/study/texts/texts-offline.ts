import { findableText } from '@pathlight/contracts/find-rules.ts'
import { plainTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { mentionsIn } from '@pathlight/contracts/mentions-rules.ts'
import type { OfflineKind } from '../offline-kind.ts'
import { passageOn } from '../passage-on.ts'
import type { OnChapterKind } from '../use-items-on-chapter.ts'
import type { TextItem } from './text-drafts.ts'
import type { TextList } from './text-kind.ts'

/** How a device stores all texts of a kind for offline use. `path`: the address of the kind's calls. */
export const textsOffline = <I extends TextItem>(
  path: string,
  onVerses: OnChapterKind<TextList, I>,
): OfflineKind<I> => ({
  path: `${path}/user?limit=200`,
  searched: (item) => ({
    passage: passageOn(item.book, item.version, item.verse_id, item.end_verse_id),
    ...{ title: item.title ?? null, color: null, changedAt: item.updated_at },
    get text() {
      return plainTextOfMarkdown(item.text)
    },
    findable: () => findableText(item),
    mentions: () => mentionsIn([item.title, item.text].join('\n')),
  }),
  pathOf: ({ id }) => `${path}/detail/${id}`,
  onVerses,
})
