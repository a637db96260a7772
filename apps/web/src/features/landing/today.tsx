import type { User } from '@pathlight/contracts/accounts.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isRefused } from '../../api/pending-write.ts'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'
import { chapterReadLast } from '../../bible/kept-columns.ts'
import { chapterHeading } from '../../bible/passage-names.ts'
import { readableVersion, versionsQuery } from '../../bible/versions-query.ts'
import { localeOf } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { settingsQuery, useHighlightColor } from '../../session/settings-query.ts'
import type { Kind } from '../../study/kind.ts'
import { OwnCard } from '../../study/own-words/own-card.tsx'
import { ownCards } from '../../study/own-words/own-cards.ts'
import { useUnsent } from '../../study/use-unsent.ts'
import { WAITING_PATH } from '../../study/waiting-mark.tsx'
import { ChevronRight } from '../../ui/icons.ts'
import { FEATURES } from './features.ts'
import FirstText from './first-text.tsx'
import { useToday } from './use-today.ts'

/**
 * The number of items that are fetched. It is greater than CARDS, because verses that were highlighted together become
 * one card. The server first reads up to 20 items of each kind. For more items than ITEMS it would read a second and
 * longer slice.
 */
const ITEMS = 19
const CARDS = 4

/** The query for the newest items. They are fetched again on each visit. */
const latestQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'writing', 'latest'],
    queryFn: ({ signal }) => readSeen<readonly FoundWriting[]>(user.id, `/api/writing?limit=${ITEMS}`, signal),
    staleTime: 0,
  })

/** The hour at which a day begins for the greeting: at one o'clock on a Friday it is still Thursday night. */
const MORNING = 5

const partOfDay = (hour: number) => {
  if (hour < MORNING || hour >= 22) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

/**
 * The greeting above the daily verse, such as "Thursday evening, Ruth". The verse's section reserves the space for it.
 */
const Greeting = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation()
  const now = new Date()
  const at = new Date(now)
  if (now.getHours() < MORNING) at.setDate(at.getDate() - 1)
  const day = new Intl.DateTimeFormat(localeOf(useLanguage()), { weekday: 'long' }).format(at)
  return (
    <p className="absolute inset-x-4 top-6 truncate text-sm text-muted wide:inset-x-6">
      {t(`today.${partOfDay(now.getHours())}`, { day, name: user.username })}
    </p>
  )
}

/**
 * A link to the chapter that was last read on this device. If none was read, the link opens the beginning of the
 * person's default version. A person without a default version gets the beginning of a version in the app's language,
 * and can choose a text below the link.
 */
const GoOn = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const place = useMemo(chapterReadLast, [])
  const { data: settings } = useQuery(settingsQuery(user))
  const { data: versions } = useQuery({ ...versionsQuery, enabled: place === null, refetchInterval: false })
  const version =
    versions?.versions.find(({ code }) => code === settings?.defaultVersion) ??
    (versions && readableVersion(versions, language))
  const { book, chapter } = place ?? { book: bookByIndex(version?.books[0] ?? 1)?.name.en ?? 'Genesis', chapter: 1 }
  const choosesText = place === null && settings !== undefined && settings.defaultVersion === undefined
  return (
    <>
      <Link
        to="/bible-reading"
        className="group mt-9 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-accent-soft px-5 py-4 wide:mt-12"
      >
        <span className="min-w-0 grow basis-40">
          <span className="block text-sm text-muted">{t(place ? 'today.goOn' : 'today.begin')}</span>
          <span className="block font-scripture text-[1.2rem] leading-snug font-semibold">
            {chapterHeading(book, chapter, language)}
            {place && (
              <span className="ml-2 font-ui text-xs font-medium text-muted">
                {versionLabel(place.version, language)}
              </span>
            )}
          </span>
        </span>
        <span className="control primary rounded-full! pr-3!">
          {t('today.open')}
          <ChevronRight size={18} strokeWidth={1.8} aria-hidden />
        </span>
      </Link>
      {choosesText && <FirstText user={user} className="mt-3" />}
    </>
  )
}

const HEADING = 'text-sm font-semibold text-muted'
const MORE = 'flex min-h-11 min-w-11 items-center text-sm font-medium text-accent hover:underline'

const LatestWords = ({ user, kinds }: Props) => {
  const { t } = useTranslation()
  const yours = useHighlightColor(user)
  const { data, isError } = useQuery(latestQuery(user))
  const cards = data && ownCards(data.value).slice(0, CARDS)
  return (
    <section className="mt-10" aria-labelledby="latest-words">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id="latest-words" className={HEADING}>
          {t('today.latest')}
        </h2>
        <Link to="/my-memos" className={`${MORE} justify-end`}>
          {t('today.all')}
        </Link>
      </div>
      {cards && cards.length > 0 ? (
        <ul>
          {cards.map((card) => (
            <li key={`${card.kind} ${card.id}`} className="border-line not-first:border-t">
              <OwnCard {...{ card, kinds, yours }} />
            </li>
          ))}
        </ul>
      ) : (
        <p role={isError ? 'alert' : 'status'} className="min-h-16 py-2 text-pretty text-muted">
          {isError ? t('today.failed') : cards ? t('today.none') : <span className="sr-only">{t('loading')}</span>}
        </p>
      )}
    </section>
  )
}

/**
 * The numbers of unsent changes that the person must decide about, and of those that only wait. Renders nothing if
 * there are none.
 */
const Waiting = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation()
  const unsent = useUnsent(user.id)
  const refused = unsent.filter(isRefused).length
  const waiting = unsent.length - refused
  if (unsent.length === 0) return null
  const line = (tone: string, text: string) => (
    <span className={`flex items-center gap-2 ${tone}`}>
      <span aria-hidden className="size-2 flex-none rounded-full border-2 border-current" />
      {text}
    </span>
  )
  return (
    <section className="mt-6 flex items-center justify-between gap-3 border-t border-line pt-3">
      <h2 className="grid gap-1 text-sm font-medium">
        {refused > 0 && line('text-danger', t('today.undecided', { count: refused }))}
        {waiting > 0 && line('text-muted', t('today.waits', { count: waiting }))}
      </h2>
      <Link to={WAITING_PATH} className={MORE}>
        {t('today.look')}
      </Link>
    </section>
  )
}

type Props = { readonly user: User; readonly kinds: readonly Kind[] }

/** The personal part of the page, below the daily verse. At its foot is a short text about the product. */
const Today = ({ user, kinds }: Props) => {
  const { t } = useTranslation()
  const other = useLanguage() === 'ko' ? 'en' : 'ko'
  // Renders the greeting and the times again when the person returns to the page, perhaps on another day.
  useToday()
  return (
    <>
      <Greeting user={user} />
      <GoOn user={user} />
      <LatestWords user={user} kinds={kinds} />
      <Waiting user={user} />
      <footer className="mt-12 border-t border-line pt-5 pb-14 text-muted">
        <blockquote className="font-scripture leading-relaxed">
          {t('landing.verse')} <span lang={other}>{t('landing.otherVerse')}</span>
        </blockquote>
        <p className="mt-1.5 text-xs leading-relaxed">
          {t('landing.verseReference')} · <span lang={other}>{t('landing.otherReference')}</span>
        </p>
        <ul aria-label={t('landing.features')} className="mt-1 flex flex-wrap gap-x-3 text-xs leading-relaxed">
          {FEATURES.map(({ name }) => (
            <li key={name}>{t(`landing.feature.${name}Title`)}</li>
          ))}
        </ul>
      </footer>
    </>
  )
}
export default Today
