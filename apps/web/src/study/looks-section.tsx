import type { User } from '@pathlight/contracts/accounts.ts'
import type { Looks } from '@pathlight/contracts/admin.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { MINE } from '../api/query-client.ts'
import { read } from '../api/request.ts'
import { bookLanguage, chapterHeading, verseReference } from '../bible/passage-names.ts'
import { sayProblem } from '../locales/server-message.ts'
import { useLanguage } from '../locales/use-language.ts'
import type { Language } from '../locales/words.ts'
import { Button } from '../ui/button.tsx'
import { Eye } from '../ui/icons.ts'

type Look = Looks['looks'][number]

const looksQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'looks'],
    queryFn: async ({ signal }) => (await read<Looks>('/api/account/looks', signal)).looks,
  })

const passageOf = ({ item }: Look, language: Language): string => {
  if (!item?.passage) return ''
  const { book, chapter, verse_id: verse } = item.passage
  const named = bookLanguage(language)
  return verse === null
    ? chapterHeading(book, chapter, named)
    : verseReference({ book, chapter, verse: verse % 1_000 }, named)
}

/** As many are shown where the rest is elsewhere. */
const BRIEF = 3

/** What administrators looked at of the person's, or did with their account, and why. `brief`: the last looks, if any. Its words are the catalogues `looks` and `history`. */
export const LooksSection = ({ user, brief = false }: { user: User; brief?: boolean }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const heading = useId()
  const { data: looks, error, refetch } = useQuery(looksQuery(user))
  const say = (look: Look): string => {
    const by = look.by ?? t('looks.somebody')
    const { what, item } = look
    if (what === 'audit' || what === 'export' || what === 'account') return t(`looks.${what}`, { by })
    if (what !== 'reveal') return t(`looks.did.${what}`, { by })
    return item === null
      ? t('looks.audit', { by })
      : t(`history.looked.${item.kind}`, { by, passage: passageOf(look, language) })
  }
  const when = (time: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))
  if (brief && !looks?.length) return null
  const shown = brief ? looks?.slice(0, BRIEF) : looks
  return (
    <section aria-labelledby={heading} className={brief ? 'grid gap-1' : 'grid max-w-xl gap-3'}>
      <h2 id={heading} className={brief ? 'text-sm font-semibold text-muted' : 'text-lg font-semibold'}>
        {t('looks.title')}
      </h2>
      {!brief && <p className="text-sm text-pretty text-muted">{t('looks.text')}</p>}
      {error && (
        <div role="alert" className="flex flex-wrap items-center gap-4 text-danger">
          <p>{sayProblem(t, error) ?? t('looks.failed')}</p>
          <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
        </div>
      )}
      {!looks && !error && <div className="skeleton h-10" />}
      {looks?.length === 0 && <p className="text-sm">{t('looks.none')}</p>}
      {shown && shown.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {shown.map((look) => (
            <li key={`${look.at} ${look.what} ${look.item?.id}`} className="flex gap-3 py-2.5">
              <Eye size={18} strokeWidth={1.8} className="mt-0.5 mr-1 flex-none text-accent" aria-hidden />
              <div className="min-w-0 grow wrap-anywhere">
                <p>{say(look)}</p>
                {look.reason !== null && <p className="text-sm">{t('looks.reason', { reason: look.reason })}</p>}
                <time dateTime={look.at} className="text-sm text-muted">
                  {when(look.at)}
                </time>
              </div>
            </li>
          ))}
        </ul>
      )}
      {brief && (
        <Link
          to="/settings/account"
          className="flex min-h-11 items-center justify-self-start text-sm text-accent underline"
        >
          {t('looks.all')}
        </Link>
      )}
    </section>
  )
}
