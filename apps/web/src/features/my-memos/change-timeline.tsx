import type { User } from '@pathlight/contracts/accounts.ts'
import type { Change } from '@pathlight/contracts/history.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '../../locales/use-language.tsx'
import ItemHistory from '../../study/history/item-history.tsx'
import type { AnyKindHistory } from '../../study/history/kind-history.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { X } from '../../ui/icons.ts'
import { DESK, useMediaQuery } from '../../ui/use-media-query.ts'
import { changeHeading, changePath } from './change-heading.ts'

type Props = {
  readonly user: User
  readonly change: Change
  readonly history: AnyKindHistory
  readonly onClose: () => void
}

/**
 * The history of a change's item, opened at that change. In a wide window the history is beside the list, otherwise it
 * is in a sheet.
 */
const ChangeTimeline = ({ user, change, history, onClose }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const beside = useMediaQuery(DESK)
  const heading = changeHeading(t, change, language)
  // A heading without a passage already names the kind.
  const kind = change.passage && t(`history.one.${change.kind}`)
  const path = changePath(change) ?? (change.action === 'removed' ? null : (history.pathOf?.(change.id) ?? null))
  const content = (
    <>
      {path && (
        <p className="-mt-1 mb-3">
          <Link to={path} className="text-sm font-semibold text-accent hover:underline">
            {t(change.passage ? 'history.goTo' : 'history.open')}
          </Link>
        </p>
      )}
      <ItemHistory key={`${change.kind} ${change.id}`} {...{ user, history }} id={change.id} opened={change.revision} />
    </>
  )
  if (!beside)
    return (
      <Dialog title={kind ? `${heading} · ${kind}` : heading} placement="sheet" onClose={onClose}>
        {content}
      </Dialog>
    )
  return (
    <aside
      aria-label={t('history.timeline', { heading })}
      className="sticky top-(--bar-and-room,5rem) max-h-[calc(100dvh-6rem)] overflow-y-auto overscroll-contain rounded-md border border-line bg-surface p-4"
    >
      <div className="mb-2 flex items-center gap-2">
        <h2 className="min-w-0 grow font-scripture text-lg leading-tight font-semibold wrap-anywhere">{heading}</h2>
        {kind && (
          <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-xs font-semibold text-accent">{kind}</span>
        )}
        <IconButton icon={X} label={t('close')} onClick={onClose} className="-mr-2" />
      </div>
      {content}
    </aside>
  )
}
export default ChangeTimeline
