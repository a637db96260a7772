import { type FormEvent, type KeyboardEvent, lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../../api/pending-write.ts'
import { withWords } from '../../locales/language.ts'
import { WaitsHere } from '../../session/waits-here.tsx'
import { Button } from '../../ui/button.tsx'
import { isComposing } from '../../ui/composing.ts'
import { ErrorList } from '../../ui/error-list.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { useAboveKeyboard } from '../../ui/use-above-keyboard.ts'
import { Conflict } from './conflict.tsx'
import type { Draft } from './drafts.ts'
import type { Editor } from './use-editor.ts'
import { WritingState } from './writing-state.tsx'
import './editor.css'

const EditorHistory = lazy(() => withWords(['history'], () => import('../history/editor-history.tsx')))
const ChangedElsewhere = lazy(() => withWords(['history', 'person'], () => import('../history/changed-elsewhere.tsx')))

/** The key S, also with Caps Lock and on a Korean keyboard. */
const S_KEY = /^[sㄴ]$/i

type Props<I extends Item, D extends Draft<I>> = { readonly editor: Editor<I, D> }

/** The form of an editor. A conflict, or the history of the item, is shown instead of the form. */
export const EditorForm = <I extends Item, D extends Draft<I>>({
  editor,
  children,
}: Props<I, D> & { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const { kind, owner, draft, form, other, save } = editor
  const { history, writes, isLong = false } = kind
  const { base } = draft
  const isAway = other !== null || (editor.showsHistory && base !== null)
  const wasAway = useRef(false)
  useEffect(() => {
    // The button that led back to the form is gone, so the form gets the focus.
    if (wasAway.current && !isAway) form.current?.focus({ preventScroll: true })
    wasAway.current = isAway
  }, [isAway, form])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const shortcut = (event: KeyboardEvent) => {
    // React also passes on events of a dialog elsewhere in the page. Keys in such a dialog must not save.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    if (isComposing(event.nativeEvent) || !(event.ctrlKey || event.metaKey)) return
    if (event.key !== 'Enter' && !(isLong && !event.shiftKey && S_KEY.test(event.key))) return
    event.preventDefault()
    // The submit event lets a field add its last words before the save. A direct call of `save` would not.
    form.current?.requestSubmit()
  }

  if (other)
    return (
      <Conflict
        kind={kind}
        because={other.because}
        mine={other.mine()}
        theirs={other.item}
        onKeepMine={other.keepMine}
        onTakeTheirs={other.takeTheirs}
        onKeepBoth={other.because === 'saved' || other.because === 'otherTab' || isLong ? editor.saveAsNew : undefined}
      />
    )
  if (editor.showsHistory && base)
    return (
      <Fetched
        loading={<div className={`skeleton ${isLong ? 'h-80' : 'h-40'}`} role="status" aria-label={t('loading')} />}
      >
        <EditorHistory
          level={isLong ? 'h2' : 'h3'}
          user={owner}
          history={history}
          id={base.id}
          onRestored={(answer) => editor.takeIn(writes.saved?.(answer, base) ?? (answer as I), 'restored')}
          onClose={editor.closeHistory}
        />
      </Fetched>
    )
  return (
    <form
      ref={form}
      tabIndex={-1}
      onSubmit={submit}
      onKeyDown={shortcut}
      onBlur={() => editor.late.isWriting && editor.late.takeOver()}
      noValidate
      className="grid grid-cols-1 gap-3 outline-none"
    >
      {children}
    </form>
  )
}

/** Says that a draft was restored, that the item was removed, or that it was changed elsewhere. */
export const EditorNotices = <I extends Item, D extends Draft<I>>({ editor }: Props<I, D>) => {
  const { t } = useTranslation()
  const { kind, owner, draft, isGone, busy, isWaiting } = editor
  const { history } = kind
  const base = draft.base as (I & { readonly revision: number }) | null
  return (
    <>
      {editor.restored && <p className="text-xs text-muted">{t('editor.draftRestored')}</p>}
      {isGone && (
        <div role="alert" className="rounded-sm bg-danger-soft px-3 py-2.5 text-sm text-danger">
          <p className="font-semibold">{t('editor.goneTitle')}</p>
          <p>{t('editor.goneText')}</p>
        </div>
      )}
      <Fetched>
        {base && !isGone && (
          <ChangedElsewhere
            user={owner}
            history={history}
            base={base}
            isSaving={busy || isWaiting}
            onTakeIn={(item) => editor.takeIn(item as I, 'elsewhere')}
          />
        )}
      </Fetched>
    </>
  )
}

type FootProps<I extends Item, D extends Draft<I>> = Props<I, D> & {
  /** The reasons why the words cannot be saved. */
  readonly problems?: readonly string[]
  /** The id of the element with the reasons, for the invalid field. */
  readonly problemsId?: string
  readonly onCancel: () => void
  /** Content above the buttons. */
  readonly tools?: ReactNode
  /** Content beside the state of the words, for example the number of words. */
  readonly about?: ReactNode
  /** Buttons before Cancel. */
  readonly children?: ReactNode
}

/** The foot of an editor, which is always visible: the state of the words, and the buttons to leave and to save. */
export const EditorFoot = <I extends Item, D extends Draft<I>>({
  editor,
  problems = [],
  problemsId,
  onCancel,
  tools,
  about,
  children,
}: FootProps<I, D>) => {
  const { t } = useTranslation()
  const { busy, isGone, isHeld, keptAt, waits, saved } = editor
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  useAboveKeyboard(foot)
  return (
    <div ref={setFoot} className="editor-foot">
      {tools}
      <div id={problemsId}>
        <ErrorList errors={[...problems, ...(editor.isUnkept ? [t('writes.unkeptDraft')] : [])]} />
      </div>
      {waits && <WaitsHere />}
      <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
        <div className="flex min-w-0 grow flex-wrap items-center">
          <WritingState keptAt={isHeld ? null : keptAt} waits={waits} isSaved={saved !== null} />
          {about}
        </div>
        {children}
        <Button look="quiet" className="px-3!" onClick={onCancel} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button
          type={isGone ? 'button' : 'submit'}
          look="primary"
          className="rounded-full!"
          busy={busy}
          {...(isGone && { onClick: editor.saveAsNew })}
        >
          {t(editor.isSending ? 'editor.saving' : 'editor.save')}
        </Button>
      </div>
    </div>
  )
}
