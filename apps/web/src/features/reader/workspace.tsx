import { useCallback } from 'react'
import { useTranslation } from '../../locales/translation.ts'
import type { StudyKind, WorkspaceProps } from '../../study/study-kind.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DESK, useMediaQuery } from '../../ui/use-media-query.ts'
import { SidePanel, type StudyPanelProps } from './study-panel.tsx'

type Props = Pick<StudyPanelProps, 'onUnsaved' | 'guard'> &
  Omit<WorkspaceProps, 'onUnsaved' | 'guard'> & { readonly kind: StudyKind }

/** A kind's place to write at length. */
const Workspace = ({ kind, onUnsaved, guard, ...at }: Props) => {
  const { t } = useTranslation()
  const beside = useMediaQuery(DESK)
  const name = `${kind.name} workspace`
  const tell = useCallback<WorkspaceProps['onUnsaved']>((unsaved) => onUnsaved(unsaved, name), [onUnsaved, name])
  const ask = useCallback<WorkspaceProps['guard']>((leave) => guard(leave, [name]), [guard, name])
  if (!kind.workspace) return null
  const { Component } = kind.workspace
  const title = kind.workspace.title(t)
  const content = <Component {...at} onUnsaved={tell} guard={ask} />
  const close = () => ask(at.onClose)
  return beside ? (
    <SidePanel title={title} onClose={close}>
      {content}
    </SidePanel>
  ) : (
    <Dialog onClose={close} title={title} placement="sheet">
      {content}
    </Dialog>
  )
}
export default Workspace
