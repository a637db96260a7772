import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { keepWhileComposing } from './composing.ts'
import { X } from './icons.ts'
import { useBackCloses } from './use-back-closes.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { useSwipeDown } from './use-swipe-down.ts'
import { Veil } from './veil.tsx'

type Props = {
  /** Asked to close by Escape, the veil or the cross; the owner decides. */
  readonly onClose: () => void
  readonly title: string
  readonly description?: string | undefined
  /** `sheet` comes from below. */
  readonly placement?: 'center' | 'sheet'
  /** Of a sheet: the page above it stays to be seen, because it shows what is chosen. */
  readonly clear?: boolean
  readonly children: ReactNode
}

/** In a form the focus begins at the first field, in any other dialog at the button that closes it, which stands first. */
const focusFirstField = (event: Event): void => {
  const field = event.currentTarget instanceof Element ? event.currentTarget.querySelector('form input') : null
  if (!(field instanceof HTMLElement)) return
  event.preventDefault()
  field.focus()
}

/** What is offered at the foot of the page (Undo) may be pressed while a window is open, which stays. */
const keepWhereOffered = (event: CustomEvent<{ originalEvent: Event }>): void => {
  const { target } = event.detail.originalEvent
  // After a tap the offer is gone already, because the tap took it.
  if (target instanceof Element && (!target.isConnected || target.closest('[data-said]'))) event.preventDefault()
}

/** A modal window. */
export const Dialog = ({ onClose, title, description, placement = 'center', clear = false, children }: Props) => {
  const { t } = useTranslation()
  const returnFocus = useReturnFocus()
  // It is put on the page after this component.
  const [sheet, setSheet] = useState<HTMLElement | null>(null)
  useBackCloses(onClose)
  useSwipeDown(sheet, placement === 'sheet', onClose)
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Veil clear={clear} />
        <Radix.Content
          ref={setSheet}
          className={`modal ${placement} ${clear ? 'clear' : ''}`}
          onEscapeKeyDown={keepWhileComposing}
          onInteractOutside={keepWhereOffered}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={returnFocus}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <div className="modal-head flex items-start gap-3">
            <Radix.Title className="min-w-0 grow pt-1 font-scripture text-xl leading-tight font-semibold text-balance">
              {title}
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton icon={X} label={t('close')} className="-mt-1 -mr-2" />
            </Radix.Close>
          </div>
          {description !== undefined && (
            <Radix.Description className="mb-3 text-sm text-muted">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
