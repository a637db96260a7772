import type { Found } from '@pathlight/contracts/bible-search.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { nameOfBook } from '../../bible/passage-names.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { ChevronDown } from '../../ui/icons.ts'
import { readSearch, type SearchAsked, searchPath } from './search-asked.ts'

/** A group of links, one of which is the current choice. */
const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset
    aria-label={label}
    className="flex min-w-0 grow flex-wrap rounded-[22px] border border-line bg-surface wide:grow-0"
  >
    {children}
  </fieldset>
)

const ChoiceLink = ({ to, chosen, children }: { to: string; chosen: boolean; children: ReactNode }) => (
  <Link
    to={to}
    aria-current={chosen ? 'true' : undefined}
    state={{ keepsPlace: true }}
    className="flex min-h-11 grow items-center justify-center rounded-[22px] px-3 text-sm text-center text-muted hover:text-ink wide:min-h-9.5 aria-[current=true]:bg-accent-soft aria-[current=true]:font-semibold aria-[current=true]:text-accent max-[419px]:px-2 max-[419px]:text-xs"
  >
    {children}
  </Link>
)

const Pick = (select: ComponentProps<'select'>) => (
  <span className="relative flex min-w-0 grow basis-32 items-center wide:max-w-52">
    <select
      {...select}
      className="h-11 w-full min-w-0 appearance-none truncate rounded-full border border-line bg-surface pr-8 pl-3.5 text-sm hover:border-line-strong wide:h-10"
    />
    <ChevronDown size={15} strokeWidth={2} className="pointer-events-none absolute right-3 text-muted" aria-hidden />
  </span>
)

/** The filters of a search, with their numbers of results. They are links and a form, so they work without script. */
export const SearchFilters = ({ asked, firstPage }: { asked: SearchAsked; firstPage: Found }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const from: SearchAsked = { ...asked, after: null }
  const go = (next: Partial<SearchAsked>) => {
    // React may not have rendered the last choice yet. The address has it already, so that the next choice keeps it.
    const now = readSearch(new URLSearchParams(location.search))
    navigate(searchPath({ ...now, after: null, ...next }), { state: { keepsPlace: true } })
  }
  const withCount = (words: string, count: number) => `${words} (${count.toLocaleString(language)})`
  const all = firstPage.testaments.reduce((sum, { count }) => sum + count, 0)
  const countIn = (wanted: 'old' | 'new') =>
    firstPage.testaments.find(({ testament }) => testament === wanted)?.count ?? 0
  // The current choice is listed even if it has no results.
  const isVersionListed = firstPage.versions.some(({ version }) => version === asked.version) || asked.version === null
  const isBookListed = firstPage.books.some(({ book }) => book === asked.book) || asked.book === null
  return (
    <div className="my-4 flex flex-wrap gap-2">
      <Choice label={t('search.testament')}>
        <ChoiceLink to={searchPath({ ...from, testament: null })} chosen={asked.testament === null}>
          {withCount(t('search.wholeBible'), all)}
        </ChoiceLink>
        {(['old', 'new'] as const).map((testament) => (
          <ChoiceLink
            key={testament}
            to={searchPath({ ...from, testament, book: null })}
            chosen={asked.testament === testament}
          >
            {withCount(t(`search.${testament}`), countIn(testament))}
          </ChoiceLink>
        ))}
      </Choice>
      <Choice label={t('search.order')}>
        <ChoiceLink to={searchPath({ ...from, order: 'relevance' })} chosen={asked.order === 'relevance'}>
          {t('search.relevance')}
        </ChoiceLink>
        <ChoiceLink to={searchPath({ ...from, order: 'book' })} chosen={asked.order === 'book'}>
          {t('search.byBook')}
        </ChoiceLink>
      </Choice>
      <form action="/search" className="flex min-w-0 grow basis-[min(16.5rem,100%)] flex-wrap gap-2">
        <input type="hidden" name="query" value={asked.query} />
        {asked.testament && <input type="hidden" name="testament" value={asked.testament} />}
        {asked.order === 'book' && <input type="hidden" name="order" value="book" />}
        <Pick
          name="version"
          aria-label={t('search.version')}
          value={asked.version ?? ''}
          onChange={({ target }) => go({ version: target.value || null })}
        >
          <option value="">{t('search.allVersions')}</option>
          {!isVersionListed && (
            <option value={asked.version ?? ''}>{withCount(versionLabel(asked.version ?? '', language), 0)}</option>
          )}
          {firstPage.versions.map(({ version, count }) => (
            <option key={version} value={version}>
              {withCount(versionLabel(version, language), count)}
            </option>
          ))}
        </Pick>
        <Pick
          name="book"
          aria-label={t('search.book')}
          value={asked.book ?? ''}
          onChange={({ target }) => go({ book: target.value || null, testament: null })}
        >
          <option value="">{t('search.allBooks')}</option>
          {!isBookListed && (
            <option value={asked.book ?? ''}>{withCount(nameOfBook(asked.book ?? '', language), 0)}</option>
          )}
          {firstPage.books.map(({ book, count }) => (
            <option key={book} value={book}>
              {withCount(nameOfBook(book, language), count)}
            </option>
          ))}
        </Pick>
        <button type="submit" className="control plain hidden noscript:inline-flex">
          {t('search.show')}
        </button>
      </form>
    </div>
  )
}
