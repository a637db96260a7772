import type { User } from '@pathlight/contracts/accounts.ts'
import { lazy, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { verseReference } from '../../../bible/passage-names.ts'
import { withWords } from '../../../locales/language.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import { LockedNotice } from '../../../session/locked-notice.tsx'
import type { Chosen, SectionProps, StudyKind } from '../../../study/study-kind.ts'
import { versesOfChosen } from '../../../study/verses-of-chosen.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Fetched } from '../../../ui/fetched.tsx'
import { Fold } from '../../../ui/fold.tsx'
import { ChevronRight } from '../../../ui/icons.ts'
import { DESK, useMediaQuery } from '../../../ui/use-media-query.ts'
import type { ReaderState } from '../columns/reader-state.ts'
import type { Act } from '../columns/use-reader-state.ts'
import { visitOf } from '../columns/visit.ts'
import { askedWords } from '../words/asked-words.ts'
import { CrossReferences } from './cross-references.tsx'
import { openBeside } from './open-beside.ts'
import { OtherVersions } from './other-versions.tsx'
import { SidePanel } from './side-panel.tsx'
import type { OpenedFor } from './use-open-study.ts'
import { useVerseAbove } from './use-verse-above.ts'

const Backlinks = lazy(() => withWords(['free-text'], () => import('../../../study/rich-text/backlinks.tsx')))
const StudyUnknown = lazy(() => withWords(['person'], () => import('./study-unknown.tsx')))

type Unsaved = Parameters<SectionProps['onUnsaved']>[0]

export type StudyPanelProps = Omit<SectionProps, 'owner' | 'asked' | 'onUnsaved' | 'guard' | 'openWorkspace'> & {
  readonly kinds: readonly StudyKind[]
  /** The person whose items are shown. Null for a visitor, who sees only the Bible's sections. */
  readonly owner: User | null
  readonly openedFor: OpenedFor
  /** The text's language (BCP 47). */
  readonly textLanguage: string
  readonly onUnsaved: (unsaved: Unsaved | null, of: string) => void
  readonly guard: (leave: () => void, of?: readonly string[]) => void
  readonly openWorkspace: (kind: StudyKind, item: string | null) => void
  readonly reader: ReaderState
  readonly act: Act
}

type SectionOfProps = Omit<StudyPanelProps, 'kinds' | 'openedFor' | 'owner' | 'textLanguage' | 'reader' | 'act'> & {
  readonly owner: User
  readonly kind: StudyKind
  readonly section: NonNullable<StudyKind['section']>
  readonly asked: boolean
  readonly isFolded: boolean
}

const Section = ({ kind, section, onUnsaved, guard, openWorkspace, isFolded, ...at }: SectionOfProps) => {
  const { t } = useTranslation()
  const { name } = kind
  const title = section.title(t)
  const { Component } = section
  const [hasUnsaved, setHasUnsaved] = useState(false)
  const content = (
    <Component
      {...at}
      onUnsaved={useCallback(
        (unsaved) => {
          setHasUnsaved(unsaved !== null)
          onUnsaved(unsaved, name)
        },
        [onUnsaved, name],
      )}
      guard={useCallback((leave) => guard(leave, [name]), [guard, name])}
      openWorkspace={useCallback((item) => openWorkspace(kind, item), [openWorkspace, kind])}
    />
  )
  if (!at.asked)
    // Unsaved words must stay visible, so their section is not folded.
    return (
      <Fold title={title} isFolded={isFolded && !hasUnsaved}>
        {content}
      </Fold>
    )
  return (
    <section aria-label={title} className="grid gap-3 not-last:mb-4">
      <h3 className="sr-only">{title}</h3>
      {content}
    </section>
  )
}

/** The content of the sheet on a phone. The chosen verses stay visible above the sheet. */
const Sheet = ({ chosen, children }: { readonly chosen: Chosen; readonly children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null)
  useVerseAbove(element, chosen)
  return <div ref={element}>{children}</div>
}

/**
 * The chosen verses with the person's items, in one section for each kind, and the items that link to the verses. For
 * the first verse there are also its original words, cross-references and other versions.
 */
const StudyPanel = ({ kinds, owner, openedFor, textLanguage, reader, act, ...at }: StudyPanelProps) => {
  const beside = useMediaQuery(DESK)
  const { t } = useTranslation()
  const [{ verse }] = at.chosen.parts
  const { from, to } = versesOfChosen(at.chosen)
  const title = verseReference({ ...verse, verse: from, through: to }, useLanguage())
  const location = useLocation()
  const [openedAt] = useState(location)
  const { guard, onClose } = at
  // A choice of verses in the reader also changes the address, although the person stays at the passage.
  const hasMoved =
    location.pathname !== openedAt.pathname || (location.key !== openedAt.key && visitOf(location)?.coming !== 'stay')
  const close = useCallback(
    () =>
      guard(
        onClose,
        kinds.map(({ name }) => name),
      ),
    [guard, onClose, kinds],
  )
  // On a narrow window the panel covers the text, so a link to another chapter or verse closes it.
  useEffect(() => {
    if (!beside && hasMoved) close()
  }, [beside, hasMoved, close])
  const openWords = () =>
    at.guard(
      () => {
        at.onClose()
        askedWords.set({ column: at.chosen.column, verse: verse.verse })
      },
      kinds.map(({ name }) => name),
    )
  /**
   * Whether the person opened the panel for one kind. If so, the other sections are folded below that kind's section.
   */
  const isOfKind = openedFor !== null && openedFor !== 'references'
  const sections = kinds
    .toSorted((a, b) => Number(b === openedFor) - Number(a === openedFor))
    .map(
      (kind) =>
        owner &&
        kind.section && (
          <Section
            key={kind.name}
            {...at}
            owner={owner}
            kind={kind}
            section={kind.section}
            asked={kind === openedFor}
            isFolded={isOfKind}
          />
        ),
    )
  const references = (
    <CrossReferences
      verse={verse}
      textLanguage={textLanguage}
      isRequested={openedFor === 'references'}
      isFolded={isOfKind}
      onBeside={(to, verses) => openBeside(reader, act, to, verses)}
    />
  )
  // The button that opens the sheet with the original words beneath the verse. It is above the kinds' sections, or
  // below them if the person opened the panel for one kind.
  const words = (
    <button
      type="button"
      onClick={openWords}
      className="mt-2 flex min-h-11 w-full items-center justify-between border-t border-line text-sm font-semibold text-muted hover:text-ink"
    >
      {t('panel.words')}
      <ChevronRight size={16} strokeWidth={1.8} aria-hidden />
    </button>
  )
  const content = (
    <>
      <LockedNotice />
      {/* Shows the chosen words, because a sheet may cover the text. */}
      <blockquote
        lang={textLanguage}
        dir="auto"
        className="mb-4 not-first:mt-4 line-clamp-1 border-l-2 border-accent/45 pl-3.5 font-scripture leading-relaxed text-muted desk:line-clamp-4"
      >
        {at.chosen.parts.map(({ text }) => text).join(' ')}
      </blockquote>
      {!isOfKind && words}
      {owner && (
        <Fetched>
          <StudyUnknown viewer={owner} column={at.chosen.column} inPanel />
        </Fetched>
      )}
      {openedFor === 'references' && references}
      <Fetched>{sections}</Fetched>
      {isOfKind && words}
      {openedFor !== 'references' && references}
      {owner && (
        <Fetched>
          <Backlinks
            key={`${verse.verse_id} ${to}`}
            owner={owner}
            named={{ verses: [verse.verse_id - verse.verse + from, verse.verse_id - verse.verse + to] }}
          />
        </Fetched>
      )}
      <OtherVersions verse={verse} isFolded={isOfKind} />
    </>
  )
  return beside ? (
    <SidePanel title={title} onClose={close}>
      {content}
    </SidePanel>
  ) : (
    <Dialog onClose={close} title={title} placement="sheet" clear>
      <Sheet chosen={at.chosen}>{content}</Sheet>
    </Dialog>
  )
}
export default StudyPanel
