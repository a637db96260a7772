import type { Highlight } from '@pathlight/contracts/highlights.ts'
import { lazy, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PendingWrite } from '../../api/pending-write.ts'
import { useVersionLanguage } from '../../bible/use-version-language.ts'
import { withWords } from '../../locales/language.ts'
import { colorName } from '../../look/highlight-color-names.ts'
import { paintOf } from '../../look/highlight-looks.ts'
import { usePerson } from '../../session/use-person.ts'
import { ItemRow } from '../../study/list/item-row.tsx'
import { Tags } from '../../study/tags/tags.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Tag } from '../../ui/icons.ts'
import { highlightWrites } from './highlight-writes.ts'

const TagsAtOnce = lazy(() => withWords(['tags'], () => import('../../study/tags/tags-at-once.tsx')))

type Props = {
  readonly highlight: Highlight
  /** The person's highlight colour from the settings. */
  readonly yours: string
  /** The unsent write of the highlight. */
  readonly write: PendingWrite<Highlight> | undefined
}

/** Highlighted words in their colour, with their tags, as a row that links to the passage. */
export const HighlightCard = memo(({ highlight, yours, write }: Props) => {
  const { t } = useTranslation()
  const { version, book, chapter, verse_id, selected_text, color, style, tags, created_at } = highlight
  const verse = verse_id % 1000
  const lang = useVersionLanguage(version)
  const owner = usePerson()
  const [tagging, setTagging] = useState(false)
  const row = (
    <ItemRow place={{ version, book, chapter, verse }} at={created_at} write={write}>
      <span className="line-clamp-4 font-scripture print:line-clamp-none text-[1.0625rem] leading-relaxed wrap-anywhere">
        <mark lang={lang} data-paint={paintOf(color ?? yours, style)} className="rounded-sm px-0.5">
          {selected_text}
        </mark>
        <span className="sr-only"> {colorName(t, color)}</span>
      </span>
      {!tagging && <Tags tags={tags} />}
    </ItemRow>
  )
  return (
    <div className="flex flex-wrap items-start gap-x-1">
      <div className="min-w-0 flex-1">{row}</div>
      <IconButton
        icon={Tag}
        label={t('tags.of', { name: `“${selected_text.slice(0, 40)}”` })}
        aria-expanded={tagging}
        onClick={() => setTagging(!tagging)}
        className="mt-1 size-11!"
      />
      {tagging && (
        <div className="w-full pb-2 wide:px-3">
          <Fetched loading={<div className="h-11" />}>
            <TagsAtOnce kind={highlightWrites} owner={owner} item={highlight} />
          </Fetched>
        </div>
      )}
    </div>
  )
})
