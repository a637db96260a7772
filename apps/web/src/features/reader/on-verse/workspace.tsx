import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { LockedNotice } from '../../../session/locked-notice.tsx'
import type { StudyKind, WorkspaceProps } from '../../../study/study-kind.ts'
import { IconButton } from '../../../ui/button.tsx'
import { X } from '../../../ui/icons.ts'
import { SidePanel } from './side-panel.tsx'
import type { StudyPanelProps } from './study-panel.tsx'
import { workspaceName } from './use-open-study.ts'

type Props = Pick<StudyPanelProps, 'onUnsaved' | 'guard'> &
  Omit<WorkspaceProps, 'onUnsaved' | 'guard'> & {
    readonly kind: StudyKind
    /** Where the workspace is: beside the text or, on a small screen, in the visible or a hidden tab. */
    readonly place: 'beside' | 'front' | 'behind'
  }

/** A kind's editor for long texts. It stays mounted while its tab is hidden. */
const Workspace = ({ kind, place, onUnsaved, guard, ...at }: Props) => {
  const { t } = useTranslation()
  const name = workspaceName(kind)
  const reportUnsaved = useCallback<WorkspaceProps['onUnsaved']>(
    (unsaved) => onUnsaved(unsaved, name),
    [onUnsaved, name],
  )
  const ask = useCallback<WorkspaceProps['guard']>((leave) => guard(leave, [name]), [guard, name])
  if (!kind.workspace) return null
  const { Component } = kind.workspace
  const title = kind.workspace.title(t)
  const content = (
    <>
      <LockedNotice />
      <Component {...at} onUnsaved={reportUnsaved} guard={ask} />
    </>
  )
  const close = () => ask(at.onClose)
  if (place === 'beside')
    return (
      <SidePanel title={title} onClose={close}>
        {content}
      </SidePanel>
    )
  return (
    <div
      id="reader-workspace"
      role="tabpanel"
      aria-labelledby="tab-workspace"
      hidden={place === 'behind'}
      className="p-4 pb-24"
    >
      <div className="mb-3 flex items-center gap-2">
        <h2 className="grow font-scripture text-lg font-semibold">{title}</h2>
        <IconButton icon={X} label={t('close')} onClick={close} className="-mr-2" />
      </div>
      {content}
    </div>
  )
}
export default Workspace
