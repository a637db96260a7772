import type { Highlight } from '@pathlight/contracts/highlights.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PendingWrite } from '../../api/pending-write.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { useVersionLanguage } from '../../bible/use-version-language.ts'
import { colorName } from '../../look/highlight-color-names.ts'
import { paintOf } from '../../look/highlight-looks.ts'
import { CardHead } from '../../study/card-head.tsx'

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
    <Link
      to={passagePath({ version, book, chapter }, verse)}
      className="block rounded-md border border-line bg-surface p-4 transition-colors duration-(--fast) hover:border-accent"
    >
      <CardHead place={{ version, book, chapter, verse }} at={created_at} write={write} />
      <span
        lang={lang}
        className="mt-2.5 line-clamp-4 font-scripture print:line-clamp-none text-lg leading-relaxed wrap-anywhere"
      >
        <mark data-paint={paintOf(color ?? yours, style)} className="rounded-sm px-0.5">
          {selected_text}
        </mark>
        <span className="sr-only">{colorName(t, color)}</span>
      </span>
    </Link>
  )
})
