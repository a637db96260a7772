import type { Highlight } from '@pathlight/contracts/highlights.ts'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { isRefused, type PendingWrite } from '../../api/pending-writes.ts'
import { verseReference } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { versionsQuery } from '../../bible/versions-query.ts'
import { formatDay } from '../../locales/format-date.ts'
import { useTranslation } from '../../locales/translation.ts'
import { paintOf } from '../../look/highlight-looks.ts'
import { colorName } from '../../study/highlight-colors.ts'

type Props = {
  readonly highlight: Highlight
  /** The colour of the settings. */
  readonly yours: string
  /** The server does not have it so yet. */
  readonly write: PendingWrite<Highlight> | undefined
}

/** Highlighted words in their colour; leads to the passage. */
export const HighlightCard = memo(({ highlight, yours, write }: Props) => {
  const { t, language } = useTranslation()
  const { data: known } = useQuery(versionsQuery)
  const { version, book, chapter, verse_id, selected_text, color, created_at } = highlight
  const verse = verse_id % 1000
  return (
    <Link
      to={passagePath({ version, book, chapter }, verse)}
      className="block rounded-md border border-line bg-surface p-4 transition-colors duration-(--fast) hover:border-accent"
    >
      <span className="flex items-center gap-2">
        <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-xs font-semibold text-accent">
          {verseReference({ book, chapter, verse }, language)} · {version}
        </span>
        <span className="ml-auto text-xs text-muted">
          {write && (
            <strong className="font-medium">{t(isRefused(write) ? 'writes.refused' : 'writes.waits')} · </strong>
          )}
          {formatDay(created_at, language)}
        </span>
      </span>
      <span
        lang={known?.versions.find(({ code }) => code === version)?.language}
        className="mt-2.5 line-clamp-4 font-scripture text-lg leading-relaxed wrap-anywhere"
      >
        <mark data-paint={paintOf(color ?? yours)} className="rounded-sm px-0.5">
          {selected_text}
        </mark>
        <span className="sr-only">{colorName(t, color)}</span>
      </span>
    </Link>
  )
})
