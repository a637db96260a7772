import type { Verse, Version } from '@pathlight/contracts/bible.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { chapterQuery } from '../../../bible/chapter-query.ts'
import { passagePath } from '../../../bible/passage-path.ts'
import { versionsQuery } from '../../../bible/versions-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Fold } from '../../../ui/fold.tsx'
import { passFocusOn } from '../../../ui/pass-focus-on.ts'
import { isNoSuchChapter } from '../columns/use-column-text.ts'
import { sameVerseIn, versesOf } from './same-verse.ts'

/** The number of versions that are fetched at first. */
const AT_FIRST = 4

const OtherVersion = ({ verse, from, version }: { verse: Verse; from: string; version: Version }) => {
  const { t } = useTranslation()
  const same = sameVerseIn(verse, from, version.versification)
  const target = { version: version.code, book: same?.book ?? verse.book, chapter: same?.chapter ?? verse.chapter }
  const { data, error, isPending, isFetching, refetch } = useQuery({ ...chapterQuery(target), enabled: same !== null })
  const matching = versesOf(data?.verses ?? [], same?.ids ?? [])
  const [first] = matching
  return (
    <li className="border-b border-line pb-3 last:border-0 not-first:pt-3">
      <Link
        to={passagePath(target, first?.verse)}
        className="inline-flex min-h-11 items-center wide:min-h-8 text-xs font-semibold text-accent underline-offset-3 hover:underline"
        lang={version.language}
      >
        {version.localName}
      </Link>
      {first ? (
        <p lang={version.language} dir={version.direction} className="font-scripture leading-relaxed wrap-anywhere">
          {matching.map(({ text }) => text).join(' ')}
        </p>
      ) : error && !data && !isNoSuchChapter(error) ? (
        <div className="flex flex-wrap items-center gap-x-4 text-sm text-danger">
          {t('panel.versesFailed')}
          <Button ref={passFocusOn} look="quiet" busy={isFetching} onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">{t(isPending && same ? 'loading' : 'panel.notInVersion')}</p>
      )}
    </li>
  )
}

export const OtherVersions = ({ verse, isFolded = false }: { verse: Verse; isFolded?: boolean }) => {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const showAll = () => {
    flushSync(() => setShowsAll(true))
    // The pressed button is gone, so the first new link gets the focus.
    list.current?.children[AT_FIRST]?.querySelector('a')?.focus()
  }
  const { data } = useQuery(versionsQuery)
  const from = data?.versions.find(({ code }) => code === verse.version)?.versification ?? 'eng'
  const book = Math.floor(verse.verse_id / 1_000_000)
  // Versions from a remote provider are left out, because each verse would need a request.
  const others = (data?.versions ?? []).filter(
    ({ code, available, source, books }) =>
      available && source !== 'remote' && code !== verse.version && (books.length === 0 || books.includes(book)),
  )
  const visible = showsAll ? others : others.slice(0, AT_FIRST)
  if (others.length === 0) return null
  return (
    <Fold title={t('panel.otherVersions')} isFolded={isFolded}>
      <ul ref={list}>
        {visible.map((version) => (
          <OtherVersion key={version.code} verse={verse} from={from} version={version} />
        ))}
      </ul>
      {visible.length < others.length && (
        <Button look="quiet" className="-ml-4 justify-self-start" onClick={showAll}>
          {t('panel.moreVersions', { count: others.length - visible.length })}
        </Button>
      )}
    </Fold>
  )
}
