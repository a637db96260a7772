import type { User } from '@pathlight/contracts/accounts.ts'
import type { Chapter } from '@pathlight/contracts/bible.ts'
import type { Overlay } from '@pathlight/contracts/overlay.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, use, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isNetworkFailure } from '../../api/api-problem.ts'
import { chapterQuery } from '../../bible/chapter-query.ts'
import type { ChapterReference } from '../../bible/chapter-reference.ts'
import { bookLanguage, shortVersion, verseNumber } from '../../bible/passage-names.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { paintOf } from '../../look/highlight-looks.ts'
import { useHighlightColor } from '../../session/settings-query.ts'
import { overlayQuery } from '../../study/overlay-query.ts'
import {
  chaptersOf,
  type PassageEntry,
  passageHref,
  passageName,
  shownVerses,
  versesOf,
} from './entries/passage-entry.ts'
import { Around } from './pad-around.ts'

/** The most chapters that are fetched while only a passage's first verses are shown. */
const FETCHED_FOR_PART = 2

type Marked = Overlay['highlights'][number]

/** A verse's words with the person's highlights, without those that overlap the one before or end after the text. */
const VerseWords = ({ text, marks, yours }: { text: string; marks: readonly Marked[]; yours: string }) => {
  const parts: ReactNode[] = []
  let at = 0
  for (const { id, start_offset: start, end_offset: end, color, style } of marks) {
    if (start < at || end > text.length) continue
    parts.push(
      text.slice(at, start),
      <mark key={id} data-paint={paintOf(color ?? yours, style)} className="rounded-sm">
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}

/** The person's highlights on these chapters, in the order of the text. */
const useMarks = (owner: User | null, chapters: readonly ChapterReference[]): readonly Marked[] =>
  useQueries({
    queries: chapters.map((chapter) => overlayQuery(owner, chapter)),
    combine: useCallback(
      (overlays: readonly { readonly data?: { readonly value: Overlay } | undefined }[]) =>
        overlays
          .flatMap(({ data }) => data?.value.highlights ?? [])
          .toSorted((a, b) => a.verse_id - b.verse_id || a.start_offset - b.start_offset),
      [],
    ),
  })

/** The words of a passage and its version. If only the first verses are shown, a link leads to the next verse. */
const PassageWords = ({ entry, version }: { readonly entry: PassageEntry; readonly version: ReactNode }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const around = use(Around)
  const isWhole = around?.isWhole ?? false
  const chapters = chaptersOf(entry)
  const asked = isWhole ? chapters : chapters.slice(0, FETCHED_FOR_PART)
  const answers = useQueries({ queries: asked.map(chapterQuery) })
  const texts = answers.map(({ data }) => data).filter((text): text is Chapter => text !== undefined)
  const verses = versesOf(texts, entry)
  const marks = useMarks(around?.owner ?? null, asked)
  const yours = useHighlightColor(around?.owner ?? null)
  const { shown, on } = isWhole ? { shown: verses, on: null } : shownVerses(verses)
  const failed = answers.find(({ isError }) => isError)
  if (shown.length === 0 && answers.some(({ isPending }) => isPending))
    return <div className="skeleton h-14" role="status" aria-label={t('loading')} />
  if (shown.length === 0)
    return (
      <p className="text-sm text-muted">
        {t(failed && isNetworkFailure(failed.error) ? 'pads.textAway' : 'pads.noText', {
          version: versionLabel(entry.version, language),
        })}
      </p>
    )
  const text = texts[0]
  const onPath = on && passageHref(entry, on)
  const isOne = shown.length === 1 && entry.end_verse_id === null
  const isMarked = shown.some(({ verse_id }) =>
    marks.some((one) => one.verse_id === verse_id && one.version === entry.version),
  )
  return (
    <>
      <p
        className="pad-scripture"
        lang={around?.versions?.versions.find(({ code }) => code === entry.version)?.language}
        dir={text?.direction ?? 'ltr'}
      >
        {shown.map((verse, index) => (
          <span key={verse.verse_id}>
            {index > 0 && ' '}
            {!isOne && <sup>{verseNumber(verse)}</sup>}
            <VerseWords
              text={verse.text}
              marks={marks.filter((one) => one.verse_id === verse.verse_id && one.version === entry.version)}
              yours={yours}
            />
          </span>
        ))}
        {on && ' …'}
      </p>
      <p className="pad-foot">
        <span>
          {version}
          {isMarked && <span className="pad-small"> · {t('pads.marked')}</span>}
        </span>
        {onPath && (
          <Link to={onPath} className="print:hidden">
            {t('pads.readOn')}
          </Link>
        )}
      </p>
    </>
  )
}

/**
 * A passage: its reference, which links to the reader, its words and its version. `isNear`: the passage is near the
 * screen, so its words are fetched.
 */
export const PassageView = ({ entry, isNear }: { readonly entry: PassageEntry; readonly isNear: boolean }) => {
  const language = useLanguage()
  const versions = use(Around)?.versions
  const version = useMemo(
    () => versions?.versions.find(({ code }) => code === entry.version),
    [versions, entry.version],
  )
  // The reference is in the language of the text, as in the reader.
  const names = version ? bookLanguage(version.language) : language
  const name = passageName(entry, names)
  const path = passageHref(entry)
  const { shown, lang } = shortVersion(entry.version, version)
  const said = (
    <span className="pad-small" lang={lang}>
      {shown}
    </span>
  )
  return (
    <div className="pad-piece">
      <p className="pad-name" lang={names}>
        {path ? <Link to={path}>{name}</Link> : entry.verse_id}
      </p>
      {isNear ? <PassageWords entry={entry} version={said} /> : <div className="pad-blank">{said}</div>}
    </div>
  )
}
