import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { newId } from '../../api/new-id.ts'
import { type Any, isRefused } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { formatMoment } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { usePerson } from '../../session/use-person.ts'
import type { AnyKindHistory } from '../../study/history/kind-history.ts'
import type { Kind } from '../../study/kind.ts'
import { useUnsent } from '../../study/use-unsent.ts'
import { Button } from '../../ui/button.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Send } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { onOnePress } from '../../ui/on-one-press.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { pathOfWrite, placeOfWrite, wordsOfWrite } from './place-of-write.ts'

const ConfirmDialog = lazy(() => import('../../ui/confirm-dialog.tsx'))

/** What a write does to its item. Settings always exist, so even their first change is an edit. */
const actionOf = ({ kind, base, wanted }: Any) => {
  if (wanted === null) return 'removed'
  return base === null && kind !== 'settings' ? 'added' : 'edited'
}

type RowProps = {
  readonly write: Any
  readonly kind: Kind | undefined
  readonly histories: readonly AnyKindHistory[]
  /** Whether the account is locked. The server refuses the writes of a locked account. */
  readonly locked: boolean
  readonly onDiscard: () => void
}

const Row = ({ write, kind, histories, locked, onDiscard }: RowProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { state, madeAt } = write
  const place = placeOfWrite(write, language)
  const label = kind ? t(`kinds.${kind.name}.label`) : t('waiting.settings')
  const path = isRefused(write) ? pathOfWrite(write, kind) : null
  const conflict = state.status === 'conflict' && write.wanted ? { mine: write.wanted, theirs: state.current } : null
  const Difference = conflict && histories.find((one) => one.kind === kind?.history)?.Difference
  const name = [label, place].filter(Boolean).join(' · ')
  const why = ((): string => {
    if (state.status === 'conflict') return t(conflict ? 'waiting.state.conflict' : 'waiting.state.notDeleted')
    // Only kinds with drafts have an editor that can save the words as a new item.
    if (state.status === 'gone') return t(kind?.drafts ? 'waiting.state.gone' : 'waiting.state.goneForGood')
    if (state.status === 'failed') return sayProblem(t, state.error) ?? t('waiting.state.failed')
    if (state.status === 'sending') return t('waiting.state.sending')
    if (locked) return t('waiting.state.locked')
    return t(state.status === 'waiting' && state.tries > 0 ? 'waiting.state.again' : 'waiting.state.turn')
  })()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-4 py-3">
      <div className="min-w-0 flex-1 basis-[14rem]">
        <p className="text-xs font-semibold text-accent">{name}</p>
        <p className="line-clamp-2 font-scripture wrap-anywhere">{wordsOfWrite(t, write, language)}</p>
        <p className="text-xs text-muted">
          {t(`waiting.action.${actionOf(write)}`)} · <time dateTime={madeAt}>{formatMoment(madeAt, language)}</time> ·{' '}
          <span className={isRefused(write) ? 'text-danger' : undefined}>{why}</span>
        </p>
      </div>
      {conflict && Difference && (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach an area that scrolls
          tabIndex={0}
          className="max-h-64 w-full overflow-y-auto rounded-sm border border-line bg-paper px-3 py-2 leading-relaxed"
        >
          <p className="mb-1 text-xs text-muted">{t('waiting.compared')}</p>
          <Fetched loading={<div className="skeleton h-12" />}>
            <Difference item={conflict.mine} than={conflict.theirs} />
          </Fetched>
        </div>
      )}
      <div className="answers ml-auto justify-end max-wide:w-full">
        {conflict && (
          <>
            <Button
              ref={passFocusOn}
              {...onOnePress(() => {
                const writes = { name: write.kind, lane: () => write.lane }
                const change = { base: conflict.theirs, wanted: conflict.mine }
                pendingWrites.add(writes, write.userId, change, write.key)
              })}
              aria-label={t('waiting.keepMineOf', { name })}
            >
              {t('waiting.keepMine')}
            </Button>
            <Button
              ref={passFocusOn}
              {...onOnePress(() => pendingWrites.discard(write.key))}
              aria-label={t('waiting.takeTheirsOf', { name })}
            >
              {t('waiting.takeTheirs')}
            </Button>
            {/* Only kinds with drafts, which have long texts, can save both versions. */}
            {kind?.drafts && (
              <Button
                ref={passFocusOn}
                {...onOnePress(() => {
                  const mine = { ...conflict.mine, id: newId() }
                  pendingWrites.add({ name: write.kind }, write.userId, { base: null, wanted: mine })
                  pendingWrites.discard(write.key)
                })}
                aria-label={t('waiting.keepBothOf', { name })}
              >
                {t('waiting.keepBoth')}
              </Button>
            )}
          </>
        )}
        {state.status === 'waiting' && !locked && (
          <Button
            ref={passFocusOn}
            onClick={() => pendingWrites.retry(write.key)}
            aria-label={t('waiting.sendOf', { name })}
          >
            {t('waiting.send')}
          </Button>
        )}
        {path && (
          <Link to={path} className="control plain" aria-label={t('waiting.openOf', { name })}>
            {t('waiting.open')}
          </Link>
        )}
        {!conflict && (
          <Button
            look="quiet"
            disabled={state.status === 'sending'}
            onClick={onDiscard}
            aria-label={t('waiting.discardOf', { name })}
          >
            {t('waiting.discard')}
          </Button>
        )}
      </div>
    </li>
  )
}

type Props = {
  readonly kinds: readonly Kind[]
  readonly histories: readonly AnyKindHistory[]
  /** Whether the stored writes of every kind have been read. Until then the list may be incomplete. */
  readonly isRead: boolean
  /** Whether the device cannot read its store yet, so that even more may wait than is listed. */
  readonly isUnread: boolean
  /** Reads the writes again after the code of a kind could not be fetched. Null if all code was fetched. */
  readonly onRetry: (() => void) | null
}

/** The page /my-memos/waiting: the person's unsent changes on this device. */
export const WaitingPage = ({ kinds, histories, isRead, isUnread, onRetry }: Props) => {
  const { t } = useTranslation()
  const { id, locked = false } = usePerson()
  const unsent = useUnsent(id)
  const [asked, setAsked] = useState<Any | null>(null)
  if (unsent.length === 0 && isUnread)
    return <Notice icon={Send} tone="error" title={t('writes.unread')} onRetry={() => location.reload()} />
  if (unsent.length === 0 && onRetry)
    return (
      <Notice icon={Send} tone="error" title={t('waiting.unread')} onRetry={onRetry}>
        {t('waiting.unreadText')}
      </Notice>
    )
  if (unsent.length === 0)
    return !isRead ? (
      <div role="status" className="skeleton h-24">
        <span className="sr-only">{t('loading')}</span>
      </div>
    ) : (
      <Notice icon={Send} title={t('waiting.empty')}>
        {t('waiting.emptyText')}
      </Notice>
    )
  const toChoose = unsent.filter(isRefused).length
  const onTheWay = unsent.length - toChoose
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div role="status" className="grid min-w-0 flex-1 basis-[16rem] gap-1 text-sm text-pretty break-keep">
          {isUnread && <p className="text-danger">{t('writes.unread')}</p>}
          {toChoose > 0 && <p className="font-medium text-danger">{t('waiting.toChoose', { count: toChoose })}</p>}
          {onTheWay > 0 && (
            <p className="text-muted">{t(locked ? 'waiting.locked' : 'waiting.text', { count: onTheWay })}</p>
          )}
        </div>
        {onTheWay > 0 && !locked && (
          <Button ref={passFocusOn} onClick={pendingWrites.wake}>
            {t('waiting.sendAll')}
          </Button>
        )}
      </div>
      {onRetry && <FetchFailed words={t('waiting.unread')} onRetry={onRetry} />}
      <ul className="grid gap-2">
        {unsent.map((write) => (
          <Row
            key={write.key}
            write={write}
            kind={kinds.find(({ name }) => name === write.kind)}
            histories={histories}
            locked={locked}
            onDiscard={() => setAsked(write)}
          />
        ))}
      </ul>
      <Fetched>
        {asked && (
          <ConfirmDialog
            title={t('waiting.question')}
            description={t(`waiting.questionText.${actionOf(asked)}`)}
            confirm={t('waiting.discard')}
            cancel={t('cancel')}
            onConfirm={() => {
              pendingWrites.discard(asked.key)
              setAsked(null)
            }}
            onCancel={() => setAsked(null)}
          />
        )}
      </Fetched>
    </>
  )
}
