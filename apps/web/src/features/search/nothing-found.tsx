import type { Found } from '@pathlight/contracts/bible-search.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { nameOfBook } from '../../bible/passage-names.ts'
import { sayReferenceProblem } from '../../bible/say-reference-problem.ts'
import type { Versions } from '../../bible/versions-query.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { SearchX } from '../../ui/icons.ts'
import { HowToSearch } from './how-to-search.tsx'
import { isNarrowed, type SearchAsked, searchPath } from './search-asked.ts'

const link = 'font-semibold text-accent underline underline-offset-4'

/** If no more than this many versions were searched, their codes are named. */
const MOST_NAMED = 6

/** A Strong's number alone, which searches find only behind strong: */
const STRONG = /^[HG]\d{1,4}$/i

/**
 * What the page shows if there are no results: the query and its filters, why nothing matched, and what would match.
 */
export const NothingFound = ({
  asked,
  firstPage,
  versions,
}: {
  asked: SearchAsked
  firstPage: Found
  versions: Versions | undefined
}) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { query, version, testament, book } = asked
  const where = [
    version && versionLabel(version, language),
    testament && t(`search.in.${testament}`),
    book && nameOfBook(book, language),
  ].filter(Boolean)
  const korean = versions?.versions.filter((one) => one.language.startsWith('ko'))
  const lacksKorean = /\p{Script=Hangul}/u.test(query) && korean?.every(({ available }) => !available)
  const { problem, suggestion, why, malformed } = firstPage
  const installed = versions?.versions.filter(({ source }) => source === 'built-in' || source === 'imported')
  const searched =
    version ??
    (installed && installed.length <= MOST_NAMED
      ? installed.map(({ code }) => code).join(', ')
      : t('search.allVersions'))
  const strong = STRONG.test(query) && query.toUpperCase()
  const elsewhere = version === null ? [] : firstPage.versions.filter((one) => one.version !== version)
  if (malformed)
    return (
      <>
        <div className="grid justify-items-center gap-3 px-2 py-10 text-center">
          <SearchX size={30} strokeWidth={1.5} className="text-accent" aria-hidden />
          <p className="font-scripture text-lg leading-snug font-semibold text-balance wrap-anywhere">
            {t('search.notUnderstood', { query })}
          </p>
          <p className="max-w-96 text-pretty text-muted">{t(`search.malformed.${malformed.code}`, malformed.params)}</p>
        </div>
        <HowToSearch />
      </>
    )
  return (
    <div className="grid justify-items-center gap-3 px-2 py-12 text-center">
      <SearchX size={30} strokeWidth={1.5} className="text-accent" aria-hidden />
      <p className="font-scripture text-lg leading-snug font-semibold text-balance wrap-anywhere">
        {where.length > 0 ? t('search.nothingIn', { query, where: where.join(', ') }) : t('search.nothing', { query })}
      </p>
      {suggestion && (
        <p className="text-pretty">
          {t(suggestion.reason === 'keyboard' ? 'search.otherKeyboard' : 'search.didYouMean')}{' '}
          <Link to={searchPath({ ...asked, query: suggestion.query, after: null })} className={link}>
            {suggestion.query}
          </Link>{' '}
          <span className="text-sm text-muted">({t('search.count', { count: suggestion.total })})</span>
        </p>
      )}
      {strong && (
        <p className="text-pretty">
          {t('search.asStrong')}{' '}
          <Link to={searchPath({ ...asked, query: `strong:${strong}`, after: null })} className={link}>
            strong:{strong}
          </Link>
        </p>
      )}
      {elsewhere.length > 0 && (
        <p className="text-pretty">
          {t('search.otherVersions')}{' '}
          {elsewhere.map((one, index) => (
            <span key={one.version}>
              {index > 0 && ', '}
              <Link to={searchPath({ ...asked, version: one.version, after: null })} className={link}>
                {versionLabel(one.version, language)}
              </Link>{' '}
              <span className="text-sm text-muted">({one.count.toLocaleString(language)})</span>
            </span>
          ))}
        </p>
      )}
      {lacksKorean ? (
        <p className="max-w-96 text-sm text-pretty text-muted">{t('versions.noKoreanText')}</p>
      ) : (
        <p className="max-w-96 text-sm text-pretty text-muted">
          {(problem && sayReferenceProblem(t, language, problem)) ??
            t(`search.why.${why?.reason ?? 'scattered'}`, {
              words: why?.words.join(', ') ?? '',
              searched,
            })}
        </p>
      )}
      {isNarrowed(asked) && (
        <Link
          to={searchPath({ ...asked, version: null, testament: null, book: null, after: null })}
          className="control plain mt-3 py-2 text-balance whitespace-normal"
        >
          {t('search.everywhere')}
        </Link>
      )}
    </div>
  )
}
