import * as AlertDialog from '@radix-ui/react-alert-dialog'
import { Button } from './button.tsx'
import { keepWhileComposing } from './composing.ts'
import { useBackCloses } from './use-back-closes.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { Veil } from './veil.tsx'

type Props = {
  readonly title: string
  readonly description: string
  readonly confirm: string
  readonly cancel: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
  /** An alternative to `onConfirm` by which nothing is lost. */
  readonly better?: { readonly label: string; readonly onPress: () => void }
}

/** Asks for confirmation before something is lost. Escape cancels. The focus begins on Cancel. */
const ConfirmDialog = ({ title, description, confirm, cancel, onConfirm, onCancel, better }: Props) => {
  const returnFocus = useReturnFocus()
  useBackCloses(onCancel)
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <Veil above />
        <AlertDialog.Content
          className={`modal center z-51 ${better ? 'wide:w-[29rem]!' : ''}`}
          onEscapeKeyDown={keepWhileComposing}
          onCloseAutoFocus={returnFocus}
        >
          <AlertDialog.Title className="font-scripture text-xl leading-tight font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm text-muted">{description}</AlertDialog.Description>
          <div className="answers mt-6 justify-end">
            <AlertDialog.Cancel asChild>
              <Button>{cancel}</Button>
            </AlertDialog.Cancel>
            <Button
              look={better ? 'quiet' : 'danger'}
              className={better ? 'px-2! text-danger!' : ''}
              onClick={onConfirm}
            >
              {confirm}
            </Button>
            {better && (
              <Button look="primary" onClick={better.onPress}>
                {better.label}
              </Button>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
export default ConfirmDialog
