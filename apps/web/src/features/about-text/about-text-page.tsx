import type { AboutText } from '@pathlight/contracts/bible.ts'
import { useQuery } from '@tanstack/react-query'
import { BookX, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { mayHelpToRepeat } from '../../api/query-client.ts'
import { nameOfBook } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useTranslation } from '../../locales/translation.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { aboutTextQuery } from './about-text-query.ts'
import { OddPlaces, verseName } from './odd-places.tsx'
import { useOwnWords } from './use-own-words.ts'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line py-6">
    <h2 className="mb-3 text-base font-semibold">{title}</h2>
    {children}
  </section>
)

/** A link out of the app; nothing when the source gives no address of the web. */
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

const Licence = ({ about }: { about: AboutText }) => {
  const t = useOwnWords()
  return (
    <Section title={t('licence')}>
      <p className="text-pretty wrap-anywhere">{about.licence}</p>
      {about.copyright && <p className="mt-2 text-sm text-muted">{about.copyright}</p>}
      <WebLink to={about.from.licenceUrl}>{t('licenceLink')}</WebLink>
    </Section>
  )
}

const Source = ({ about: { from, format, addedAt } }: { about: AboutText }) => {
  const t = useOwnWords()
  const { language } = useTranslation()
  const date = new Date(addedAt).toLocaleDateString(language, { dateStyle: 'long' })
  const { kind, name } = from
  const words = () => {
    if (kind === 'built-in') return t('builtIn')
    if (name === null) return t('oldFile', { date })
    return t(kind, { name, format: format ?? '', date })
  }
  return (
    <Section title={t('from')}>
      <p className="text-pretty wrap-anywhere">{words()}</p>
      <WebLink to={from.website}>{t('website')}</WebLink>
    </Section>
  )
}

const Contents = ({ about: { counts, books } }: { about: AboutText }) => {
  const t = useOwnWords()
  const { language } = useTranslation()
  return (
    <Section title={t('contents')}>
      <p>{t('counts', counts)}</p>
      <details className="mt-3">
        <summary className="control quiet w-fit cursor-pointer">{t('allBooks')}</summary>
        <table className="mt-2 w-full text-sm tabular-nums">
          <thead>
            <tr className="text-left text-muted">
              <th className="py-1.5 font-medium">{t('book')}</th>
              <th className="py-1.5 text-right font-medium">{t('chapters')}</th>
              <th className="py-1.5 text-right font-medium">{t('verses')}</th>
            </tr>
          </thead>
          <tbody>
            {books.map(({ book, chapters, verses, expected }) => (
              <tr key={book} className="border-t border-line">
                <th className="py-1.5 text-left font-normal">{nameOfBook(book, language)}</th>
                <td className="py-1.5 text-right">{chapters}</td>
                <td className="py-1.5 text-right">
                  {verses === expected ? verses : t('ofExpected', { verses, expected })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Section>
  )
}

const Numbering = ({ about: { numbering, leftOut, leftOutTotal } }: { about: AboutText }) => {
  const t = useOwnWords()
  const { language } = useTranslation()
  const exceptions = numbering.exceptions.map(({ book }) => nameOfBook(book, language)).join(', ')
  return (
    <Section title={t('numbering')}>
      <p className="text-pretty">{t(`scheme.${numbering.scheme}`)}</p>
      {exceptions && <p className="mt-2 text-pretty">{t('exceptions', { books: exceptions })}</p>}
      <p className="mt-2 text-sm text-pretty text-muted">{t('noteShift')}</p>
      {leftOut.length > 0 && (
        <details className="mt-3">
          <summary className="control quiet w-fit cursor-pointer">
            {t('leftOut')} ({leftOutTotal.toLocaleString(language)})
          </summary>
          <p className="mt-2 text-sm text-pretty text-muted">{t('leftOutText')}</p>
          <p className="mt-2 text-sm leading-relaxed">
            {leftOut.map((id) => verseName(id, language)).join(' · ')}
            {leftOutTotal > leftOut.length && ` · ${t('andMore', { more: leftOutTotal - leftOut.length })}`}
          </p>
        </details>
      )}
    </Section>
  )
}

/** /bible/{version}/about: about the text of a version. */
export const Component = () => {
  const own = useOwnWords()
  const { t } = useTranslation()
  const { version = '' } = useParams()
  const { data: about, error, refetch } = useQuery(aboutTextQuery(version))
  if (error)
    return (
      <Notice
        icon={BookX}
        tone="error"
        title={sayProblem(t, error) ?? own('failed')}
        actions={mayHelpToRepeat(error) && <Button onClick={() => refetch()}>{t('tryAgain')}</Button>}
      />
    )
  if (!about) return <LoadingText />
  const first = about.books[0]?.book ?? 'Genesis'
  return (
    <div className="mx-auto max-w-(--measure) px-4 pt-8 pb-24 wide:px-6">
      <PageHead title={`${own('title')}: ${about.localName}`} />
      <h1 className="font-scripture text-[1.9rem] leading-tight font-semibold text-balance" lang={about.language}>
        {about.localName}
      </h1>
      <p className="mt-1.5 mb-5 text-sm font-medium text-muted">
        {[about.name === about.localName ? null : about.name, about.code].filter(Boolean).join(' · ')}
      </p>
      <Link to={passagePath({ version: about.code, book: first, chapter: 1 })} className="control primary mb-7 w-fit">
        {own('read')}
      </Link>
      <Licence about={about} />
      <Source about={about} />
      <Contents about={about} />
      <Numbering about={about} />
      <Section title={own('odd')}>
        {about.oddTotal === 0 ? (
          <p>{own('noOdd')}</p>
        ) : (
          <>
            <p className="mb-4 text-sm text-pretty text-muted">{own('oddText')}</p>
            <OddPlaces odd={about.odd} total={about.oddTotal} />
          </>
        )}
      </Section>
    </div>
  )
}
