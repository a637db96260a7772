import type { AboutText } from '@pathlight/contracts/about-text.ts'
import { NO_LICENCE_STATED } from '@pathlight/contracts/licence-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { ApiProblem } from '../../api/api-problem.ts'
import { read } from '../../api/request.ts'
import { nameOfBook } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { formatDate } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { BookX, ExternalLink } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { OddPlaces, verseName } from './odd-places.tsx'

const aboutTextQuery = (version: string) =>
  queryOptions({
    queryKey: ['bible', 'about', version],
    queryFn: ({ signal }) => read<AboutText>(`/api/bible/about?${new URLSearchParams({ version })}`, signal),
    staleTime: 5 * 60_000,
  })

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line py-6">
    <h2 className="mb-3 text-base font-semibold">{title}</h2>
    {children}
  </section>
)

/** A link to another site. Renders nothing if `to` is not a web address. */
const WebLink = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to !== null && /^https?:\/\//i.test(to) ? (
    <a
      href={to}
      rel="noreferrer noopener"
      target="_blank"
      className="mt-2 inline-flex items-center gap-1.5 text-sm font-medium text-accent underline-offset-4 hover:underline"
    >
      {children}
      <ExternalLink size={15} strokeWidth={1.8} aria-hidden />
    </a>
  ) : null

/**
 * Public-domain texts whose licence the app explains in the person's language. Other stated licences are shown as they
 * are.
 */
const KNOWN_LICENCES = ['KJV', 'WEB', 'ASV', 'KRV'] as const

const Licence = ({ about }: { about: AboutText }) => {
  const { t } = useTranslation()
  const isOld = about.licence.startsWith('Public domain')
  const knownLicence = isOld ? KNOWN_LICENCES.find((code) => code === about.code) : undefined
  const statedLicence = about.licence === NO_LICENCE_STATED ? t('aboutText.licences.none') : about.licence
  return (
    <Section title={t('aboutText.licence')}>
      <p className="text-pretty wrap-anywhere">
        {knownLicence ? t(`aboutText.licences.${knownLicence}`) : statedLicence}
      </p>
      {about.copyright && !about.copyright.endsWith(about.licence) && (
        <p className="mt-2 text-sm text-muted">{about.copyright}</p>
      )}
      <WebLink to={about.from.licenceUrl}>{t('aboutText.licenceLink')}</WebLink>
    </Section>
  )
}

const Source = ({ about: { from, format, addedAt } }: { about: AboutText }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const date = formatDate(addedAt, language)
  const { kind, name } = from
  const words = () => {
    if (kind === 'built-in') return t('aboutText.builtIn')
    if (name === null) return t('aboutText.oldFile', { date })
    return t(`aboutText.${kind}`, { name, format: format ?? '', date })
  }
  return (
    <Section title={t('aboutText.from')}>
      <p className="text-pretty wrap-anywhere">{words()}</p>
      <WebLink to={from.website}>{t('aboutText.website')}</WebLink>
    </Section>
  )
}

const Contents = ({ about: { counts, books } }: { about: AboutText }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Section title={t('aboutText.contents')}>
      <p>{t('aboutText.counts', counts)}</p>
      <details className="mt-3">
        <summary className="control quiet -ml-4 w-fit cursor-pointer">{t('aboutText.allBooks')}</summary>
        <table className="mt-2 w-full text-sm tabular-nums">
          <thead>
            <tr className="text-left text-muted">
              <th className="py-1.5 font-medium">{t('aboutText.book')}</th>
              <th className="py-1.5 text-right font-medium">{t('aboutText.chapters')}</th>
              <th className="py-1.5 text-right font-medium">{t('aboutText.verses')}</th>
            </tr>
          </thead>
          <tbody>
            {books.map(({ book, chapters, verses, expected }) => (
              <tr key={book} className="border-t border-line">
                <th className="py-1.5 text-left font-normal">{nameOfBook(book, language)}</th>
                <td className="py-1.5 text-right">{chapters}</td>
                <td className="py-1.5 text-right">
                  {verses === expected ? verses : t('aboutText.ofExpected', { verses, expected })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Section>
  )
}

const SCHEMES = ['eng', 'org', 'lxx', 'vul', 'byz'] as const
/** The numbering scheme, if the catalogue has words for it, otherwise the standard scheme (`eng`). */
const schemeOf = (scheme: string) => SCHEMES.find((one) => one === scheme) ?? 'eng'

const Numbering = ({ about: { numbering, leftOut, leftOutTotal } }: { about: AboutText }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const exceptions = numbering.exceptions.map(({ book }) => nameOfBook(book, language)).join(', ')
  return (
    <Section title={t('aboutText.numbering')}>
      <p className="text-pretty">{t(`aboutText.scheme.${schemeOf(numbering.scheme)}`)}</p>
      {exceptions && <p className="mt-2 text-pretty">{t('aboutText.exceptions', { books: exceptions })}</p>}
      <p className="mt-2 text-sm text-pretty text-muted">{t('aboutText.noteShift')}</p>
      {leftOut.length > 0 && (
        <details className="mt-3">
          <summary className="control quiet -ml-4 w-fit cursor-pointer">
            {t('aboutText.leftOut')} ({leftOutTotal.toLocaleString(language)})
          </summary>
          <p className="mt-2 text-sm text-pretty text-muted">{t('aboutText.leftOutText')}</p>
          <p className="mt-2 text-sm leading-relaxed">
            {leftOut.map((id) => verseName(id, language)).join(' · ')}
            {leftOutTotal > leftOut.length && ` · ${t('aboutText.andMore', { more: leftOutTotal - leftOut.length })}`}
          </p>
        </details>
      )}
    </Section>
  )
}

/** The versions whose names the interface translates. */
const NAMED = ['KJV', 'WEB', 'ASV', 'KRV', 'BSB'] as const

/** The page /bible/{version}/about: licence, source and contents of a version's text. */
export const Component = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { version = '' } = useParams()
  const { data: about, error, refetch } = useQuery(aboutTextQuery(version))
  if (error instanceof ApiProblem && error.status === 404)
    return (
      <Notice
        icon={BookX}
        title={t('aboutText.notHere')}
        actions={
          <Link to="/bible-reading" className="control primary">
            {t('notFound.read')}
          </Link>
        }
      />
    )
  if (error)
    return <Notice icon={BookX} tone="error" title={sayProblem(t, error) ?? t('aboutText.failed')} onRetry={refetch} />
  if (!about) return <LoadingText />
  const first = about.books[0]?.book ?? 'Genesis'
  const translated = NAMED.find((code) => code === about.code)
  const name = translated ? t(`aboutText.names.${translated}`) : about.name
  const names = [name, versionLabel(about.code, language)].filter((one) => one !== about.localName)
  return (
    <div className="mx-auto max-w-(--measure) px-4 pt-8 pb-24 wide:px-6">
      <PageHead title={`${t('aboutText.title')}: ${about.localName}`} />
      <h1
        className="font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold text-balance"
        lang={about.language}
      >
        {about.localName}
      </h1>
      <p className="mt-1.5 mb-5 text-sm font-medium text-muted">{[...new Set(names)].join(' · ')}</p>
      <Link to={passagePath({ version: about.code, book: first, chapter: 1 })} className="control primary mb-7 w-fit">
        {t('aboutText.read')}
      </Link>
      <Licence about={about} />
      <Source about={about} />
      <Contents about={about} />
      <Numbering about={about} />
      <Section title={t('aboutText.odd')}>
        {about.oddTotal === 0 ? (
          <p>{t('aboutText.noOdd')}</p>
        ) : (
          <>
            <p className="mb-4 text-sm text-pretty text-muted">{t('aboutText.oddText')}</p>
            <OddPlaces odd={about.odd} total={about.oddTotal} />
          </>
        )}
      </Section>
    </div>
  )
}
