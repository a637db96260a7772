import type { Found } from '@pathlight/contracts/bible-search.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { keptColumns } from '../../bible/kept-columns.ts'
import { readOrKept } from '../../bible/kept-texts/read-or-kept.ts'
import { verseReference } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { versionsQuery } from '../../bible/versions-query.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { ChevronRight } from '../../ui/icons.ts'
import { MarkedText } from '../../ui/marked-text.tsx'
import { useSettled } from '../../ui/use-settled.ts'

/** The most verses that are shown beside the person's own items. */
const SHOWN = 3
/** The pause after the last letter before the Bible is searched, in milliseconds. */
const PAUSE_MS = 300

/** The best results for the searched words in the Bible, and a link to all. Renders nothing if there are none. */
const BibleFound = ({ query }: { readonly query: string }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = useSettled(query.trim(), PAUSE_MS)
  const prefer = (keptColumns() ?? []).map(({ version }) => version).join(',')
  const path = `/api/bible/find?${new URLSearchParams({ query: words, limit: String(SHOWN), ...(prefer && { prefer }) })}`
  const { data } = useQuery({
    queryKey: ['bible', 'search', path],
    queryFn: ({ signal }) => readOrKept<Found>(path, signal),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data: versions } = useQuery(versionsQuery)
  if (query.trim() === '' || !data || data.hits.length === 0) return null
  return (
    <section aria-label={t('writing.inBible')} className="mb-7 rounded-md bg-sunk px-4 pt-3 pb-1">
      <h2 className="text-sm font-semibold text-muted">{t('writing.inBible')}</h2>
      {data.hits.slice(0, SHOWN).map(({ id, book, texts: [text] }) => {
        if (!text) return null
        const { version, chapter, verse } = text
        return (
          <Link
            key={id}
            to={passagePath({ version, book, chapter }, verse)}
            className="flex min-h-11 items-baseline gap-3 py-2.5 hover:text-accent"
          >
            <span className="flex-none text-sm font-semibold text-accent">
              {verseReference({ book, chapter, verse }, language)}
            </span>
            <span
              lang={versions?.versions.find(({ code }) => code === version)?.language}
              dir="auto"
              className="truncate font-scripture"
            >
              <MarkedText text={text.text} marks={text.marks} />
            </span>
          </Link>
        )
      })}
      <Link
        to={`/search?${new URLSearchParams({ query: words })}`}
        className="inline-flex min-h-11 items-center gap-1 text-sm font-medium text-accent hover:underline"
      >
        {t('writing.allInBible', { count: data.total })}
        <ChevronRight size={16} strokeWidth={1.8} aria-hidden />
      </Link>
    </section>
  )
}
export default BibleFound
