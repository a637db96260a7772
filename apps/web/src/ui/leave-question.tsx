import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import ConfirmDialog from './confirm-dialog.tsx'

type QuestionProps = {
  readonly isSomethingUnsaved: () => boolean
  /** The question comes from `guard`, not from the router. */
  readonly asked: boolean
  readonly onLeave: () => void
  /** Returns whether all of it is saved; absent where something cannot be. */
  readonly onSave: (() => boolean) | null
  readonly onStay: () => void
}

/** A component of its own, because useBlocker renders its component again, which would otherwise be the whole page. */
const LeaveQuestion = ({ isSomethingUnsaved, asked, onLeave, onSave, onStay }: QuestionProps) => {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isSomethingUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  const leave = () => {
    onLeave()
    if (blocker.state === 'blocked') blocker.proceed()
  }
  const stay = () => {
    onStay()
    if (blocker.state === 'blocked') blocker.reset()
  }
  const save = () => {
    if (!onSave?.()) stay()
    else if (blocker.state === 'blocked') blocker.proceed()
  }
  return (
    (asked || blocker.state === 'blocked') && (
      <ConfirmDialog
        title={t('leave.question')}
        description={t('leave.text')}
        confirm={t('leave.leave')}
        cancel={t('leave.stay')}
        onConfirm={leave}
        onCancel={stay}
        {...(onSave && { better: { label: t('leave.save'), onPress: save } })}
      />
    )
  )
}
export default LeaveQuestion
