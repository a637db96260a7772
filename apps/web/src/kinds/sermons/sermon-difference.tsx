import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useMemo } from 'react'
import { useLanguage } from '../../locales/use-language.tsx'
import { ChangedText } from '../../study/history/changed-text.tsx'
import type { DifferenceProps } from '../../study/history/kind-history.ts'
import { RichTextDifference } from '../../study/rich-text/rich-text-difference.tsx'
import { TagsDifference } from '../../study/tags/tags-difference.tsx'
import { richTextIn } from './rich-text-in.ts'
import { sermonReference } from './sermon-range.ts'
import type { SermonItem } from './sermon-writes.ts'

/** The changes of a sermon: title, speaker, verses with version, text with its structure, and tags. */
const SermonDifference = ({ item, than }: DifferenceProps<SermonItem>) => {
  const language = useLanguage()
  const after = useMemo(() => richTextIn(item.content), [item])
  const before = useMemo(() => than && richTextIn(than.content), [than])
  const head = (one: SermonItem) =>
    `${one.speaker} · ${sermonReference(one, language)} · ${versionLabel(one.version, language)}`
  return (
    <>
      <ChangedText className="font-semibold" before={than?.title} after={item.title} />
      <ChangedText className="mb-1 text-sm text-muted" before={than && head(than)} after={head(item)} />
      <RichTextDifference before={before} after={after} />
      <TagsDifference item={item} than={than} />
    </>
  )
}
export default SermonDifference
