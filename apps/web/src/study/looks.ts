import type { User } from '@pathlight/contracts/accounts.ts'
import type { Looks } from '@pathlight/contracts/admin.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MINE } from '../api/query-client.ts'
import { read } from '../api/request.ts'
import { bookLanguage, chapterHeading, verseReference } from '../bible/passage-names.ts'
import { useLanguage } from '../locales/use-language.tsx'
import type { Language } from '../locales/words.ts'

/** An access of an administrator to the person's data, or an act on the person's account, with the reason. */
export type Look = Looks['looks'][number]

/** What administrators did with the person's data and account, newest first, in pages of the server. */
export const looksQuery = (user: User) =>
  infiniteQueryOptions({
    queryKey: [MINE, user.id, 'looks'],
    queryFn: ({ pageParam, signal }) =>
      read<Looks>(`/api/account/looks${pageParam === null ? '' : `?before=${pageParam}`}`, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ looks }) => looks),
  })

const passageOf = ({ item }: Look, language: Language): string => {
  if (!item?.passage) return ''
  const { book, chapter, verse_id: verse } = item.passage
  const named = bookLanguage(language)
  return verse === null
    ? chapterHeading(book, chapter, named)
    : verseReference({ book, chapter, verse: verse % 1_000 }, named)
}

/** Returns a function that describes an administrator's access in a sentence. Needs the catalogue `history`. */
export const useSayLook = (): ((look: Look) => string) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (look) => {
    const by = look.by ?? t('looks.somebody')
    const { what, item } = look
    if (what === 'audit' || what === 'export' || what === 'account') return t(`looks.${what}`, { by })
    if (what !== 'reveal') return t(`looks.did.${what}`, { by })
    if (item === null) return t('looks.audit', { by })
    const passage = passageOf(look, language)
    return t(passage ? 'looks.itemOn' : 'looks.item', {
      by,
      passage,
      what: t(`history.one.${item.kind}`).toLowerCase(),
    })
  }
}
