import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { EditedKind } from '../../study/editor/edited-kind.ts'
import { RichTextView } from '../../study/rich-text/rich-text-view.tsx'
import { Tags } from '../../study/tags/tags.tsx'
import { history } from './history.ts'
import { richTextIn } from './rich-text-in.ts'
import { type SermonDraft, sermonDrafts } from './sermon-draft.ts'
import { sermonReference } from './sermon-range.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'
import './sermon.css'

const WholeSermon = ({ item }: { readonly item: SermonItem }) => {
  const language = useLanguage()
  return (
    <>
      <p className="font-semibold wrap-anywhere">{item.title}</p>
      <p className="mb-1 text-sm text-muted wrap-anywhere">
        {item.speaker} · {sermonReference(item, language)} · {versionLabel(item.version, language)}
      </p>
      <RichTextView content={richTextIn(item.content)} />
      <Tags tags={item.tags} />
    </>
  )
}

export const editedSermons: EditedKind<SermonItem, SermonDraft> = {
  writes: sermonWrites,
  history,
  drafts: sermonDrafts,
  Whole: WholeSermon,
  isLong: true,
}
