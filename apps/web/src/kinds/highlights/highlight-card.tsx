import type { Highlight } from '@pathlight/contracts/highlights.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PendingWrite } from '../../api/pending-write.ts'
import { useVersionLanguage } from '../../bible/use-version-language.ts'
import { colorName } from '../../look/highlight-color-names.ts'
import { paintOf } from '../../look/highlight-looks.ts'
import { ItemRow } from '../../study/list/item-row.tsx'

type Props = {
  readonly highlight: Highlight
  /** The colour of the settings. */
  readonly yours: string
  /** This change has not reached the server yet. */
  readonly write: PendingWrite<Highlight> | undefined
}

/** Highlighted words in their colour; leads to the passage. */
export const HighlightCard = memo(({ highlight, yours, write }: Props) => {
  const { t } = useTranslation()
  const { version, book, chapter, verse_id, selected_text, color, style, created_at } = highlight
  const verse = verse_id % 1000
  const lang = useVersionLanguage(version)
  return (
    <ItemRow place={{ version, book, chapter, verse }} at={created_at} write={write}>
      <span
        lang={lang}
        className="line-clamp-4 font-scripture print:line-clamp-none text-[1.0625rem] leading-relaxed wrap-anywhere"
      >
        <mark data-paint={paintOf(color ?? yours, style)} className="rounded-sm px-0.5">
          {selected_text}
        </mark>
        <span className="sr-only">{colorName(t, color)}</span>
      </span>
    </ItemRow>
  )
})
