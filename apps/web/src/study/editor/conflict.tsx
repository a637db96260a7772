import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../../api/pending-write.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import type { Draft } from './drafts.ts'
import type { EditedKind } from './edited-kind.ts'

/**
 * Where the state that conflicts with the person's words comes from. `saved`: another device saved it during this save.
 * `elsewhere`: another device saved it before. `restored`: the person restored a revision. `otherTab`: the person typed
 * it in another tab and has not saved it.
 */
export type Because = 'saved' | 'elsewhere' | 'restored' | 'otherTab'

/** The translation keys below `editor`: title, text, label of the conflicting state, and two buttons. */
const KEYS = {
  saved: ['conflictTitle', 'conflictText', 'theirs', 'keepMine', 'takeTheirs'],
  elsewhere: ['conflictTitle', 'changedBesideText', 'theirs', 'goOnMine', 'takeTheirs'],
  restored: ['restoredBeside', 'restoredBesideText', 'restoredOne', 'goOnMine', 'takeRestored'],
  otherTab: ['otherTabTitle', 'otherTabText', 'otherTab', 'goOnMine', 'takeOtherTab'],
} as const

type Props<I extends Item, D extends Draft<I>> = {
  readonly kind: EditedKind<I, D>
  readonly mine: I
  readonly theirs: I
  readonly because: Because
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  /** Saves the person's words as a new item, and leaves `theirs` unchanged. */
  readonly onKeepBoth?: (() => void) | undefined
}

type OneProps = { readonly label: string; readonly isLong: boolean; readonly children: ReactNode }

const One = ({ label, isLong, children }: OneProps) => {
  const id = useId()
  const Heading = isLong ? 'h3' : 'h4'
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-1">
      <Heading id={id} className="text-xs font-medium text-muted">
        {label}
      </Heading>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        className={`overflow-y-auto rounded-sm border border-line bg-paper ${isLong ? 'max-h-[50vh] px-4 py-3' : 'max-h-48 px-3 py-2 font-scripture text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere'}`}
      >
        {children}
      </div>
    </section>
  )
}

/** Shows two states of an item with their differences marked. The person chooses one, or keeps both if possible. */
export const Conflict = <I extends Item, D extends Draft<I>>({
  kind,
  mine,
  theirs,
  because,
  onKeepMine,
  onTakeTheirs,
  onKeepBoth,
}: Props<I, D>) => {
  const { t } = useTranslation()
  const { history, Whole, isLong = false } = kind
  const [titleKey, textKey, theirsKey, keepKey, takeKey] = KEYS[because]
  const head = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone, so the heading takes the focus.
  useEffect(() => {
    if (isLong) head.current?.focus()
  }, [isLong])
  const id = useId()
  const Heading = isLong ? 'h2' : 'h3'
  return (
    // A screen reader reads the message and short texts aloud, but not long texts.
    <section aria-labelledby={id} role={isLong ? undefined : 'alert'} className="@container grid gap-4">
      <div role={isLong ? 'alert' : undefined}>
        <Heading id={id} ref={head} tabIndex={isLong ? -1 : undefined} className="font-semibold outline-none">
          {t(`editor.${titleKey}`)}
        </Heading>
        <p className="mt-1 text-sm text-pretty text-muted">{t(`editor.${textKey}`)}</p>
      </div>
      <div className={`grid gap-4 ${isLong ? '@md:grid-cols-2' : ''}`}>
        <One label={t('editor.mine')} isLong={isLong}>
          <Fetched instead={<Whole item={mine} />}>
            <history.Difference item={mine} than={theirs} />
          </Fetched>
        </One>
        <One label={t(`editor.${theirsKey}`)} isLong={isLong}>
          <Whole item={theirs} className="font-scripture" />
        </One>
      </div>
      <div className="answers">
        <Button look="primary" onClick={onKeepMine}>
          {t(`editor.${keepKey}`)}
        </Button>
        <Button onClick={onTakeTheirs}>{t(`editor.${takeKey}`)}</Button>
        {onKeepBoth && <Button onClick={onKeepBoth}>{t('editor.keepBoth')}</Button>}
      </div>
    </section>
  )
}
