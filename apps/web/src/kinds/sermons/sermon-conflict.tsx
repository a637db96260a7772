import { type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { history } from './history.ts'
import { RichTextView } from './rich-text-view.tsx'
import { richTextIn } from './sermon-draft.ts'
import { sermonReference } from './sermon-range.ts'
import type { SermonItem } from './sermon-writes.ts'
import './sermon.css'

const One = ({ label, children }: { label: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-1">
      <h3 id={id} className="text-xs font-medium text-muted">
        {label}
      </h3>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        className="max-h-[50vh] overflow-y-auto rounded-sm border border-line bg-paper px-4 py-3"
      >
        {children}
      </div>
    </section>
  )
}

const WORDS = {
  saved: {
    title: 'sermons.conflictTitle',
    text: 'sermons.conflictText',
    theirs: 'sermons.theirs',
    keepMine: 'sermons.keepMine',
    takeTheirs: 'sermons.takeTheirs',
  },
  elsewhere: {
    title: 'sermons.conflictTitle',
    text: 'sermons.changedBesideText',
    theirs: 'sermons.theirs',
    keepMine: 'sermons.goOnMine',
    takeTheirs: 'sermons.takeTheirs',
  },
  restored: {
    title: 'sermons.restoredBeside',
    text: 'sermons.restoredBesideText',
    theirs: 'sermons.restoredOne',
    keepMine: 'sermons.goOnMine',
    takeTheirs: 'sermons.takeRestored',
  },
} as const

type Props = {
  readonly mine: SermonItem
  readonly saved: SermonItem
  /** Another device saved it when it was to be saved here, or before (`elsewhere`), or the person restored it while they were writing. */
  readonly because?: keyof typeof WORDS
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  readonly onKeepBoth: () => void
}

/** Two states of one sermon side by side, what differs marked in one's own, and the person decides. */
export const SermonConflict = ({ mine, saved, because = 'saved', onKeepMine, onTakeTheirs, onKeepBoth }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const head = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone.
  useEffect(() => head.current?.focus(), [])
  const id = useId()
  return (
    <section aria-labelledby={id} className="@container grid gap-4">
      {/* What happened is said aloud; the two sermons are there to be read. */}
      <div role="alert">
        <h2 id={id} ref={head} tabIndex={-1} className="font-semibold outline-none">
          {t(WORDS[because].title)}
        </h2>
        <p className="mt-1 text-sm text-pretty text-muted">{t(WORDS[because].text)}</p>
      </div>
      <div className="grid gap-4 @md:grid-cols-2">
        <One label={t('sermons.mine')}>
          <Suspense fallback={<RichTextView content={richTextIn(mine.content)} />}>
            <history.Difference item={mine} than={saved} />
          </Suspense>
        </One>
        <One label={t(WORDS[because].theirs)}>
          <p className="font-semibold wrap-anywhere">{saved.title}</p>
          <p className="mb-1 text-sm text-muted wrap-anywhere">
            {saved.speaker} · {sermonReference(saved, language)} · {saved.version}
          </p>
          <RichTextView content={richTextIn(saved.content)} />
        </One>
      </div>
      <div className="answers">
        <Button look="primary" onClick={onKeepMine}>
          {t(WORDS[because].keepMine)}
        </Button>
        <Button onClick={onTakeTheirs}>{t(WORDS[because].takeTheirs)}</Button>
        <Button onClick={onKeepBoth}>{t('sermons.keepBoth')}</Button>
      </div>
    </section>
  )
}
