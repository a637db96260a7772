import * as Radix from '@radix-ui/react-dialog'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { keepWhileComposing } from './composing.ts'
import { X } from './icons.ts'
import { useAboveKeyboard } from './use-above-keyboard.ts'
import { useBackCloses } from './use-back-closes.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { useSwipeDown } from './use-swipe-down.ts'
import { Veil } from './veil.tsx'

type Props = {
  /**
   * Called after Escape, a press outside the dialog, or a press on the close button. The caller decides whether the
   * dialog closes.
   */
  readonly onClose: () => void
  readonly title: string
  readonly description?: string | undefined
  /** `sheet`: at the lower edge of the window, also of a wide one. */
  readonly placement?: 'center' | 'sheet'
  /** For a sheet: the page above is not darkened. */
  readonly clear?: boolean
  readonly className?: string
  readonly style?: CSSProperties | undefined
  /** Gives the focus to an element of the dialog. The event's `currentTarget` is the dialog. */
  readonly onOpenAutoFocus?: (event: Event) => void
  readonly children: ReactNode
}

/** Focuses the first field of a form. In a dialog without a form, the close button has the focus. */
const focusFirstField = (event: Event): void => {
  const field = event.currentTarget instanceof Element ? event.currentTarget.querySelector('form input') : null
  if (!(field instanceof HTMLElement)) return
  event.preventDefault()
  field.focus()
}

/** A press on the Undo button at the foot of the page does not close the dialog. */
const keepForOffer = (event: CustomEvent<{ originalEvent: Event }>): void => {
  const { target } = event.detail.originalEvent
  // After a tap the Undo button may already be gone from the page.
  if (target instanceof Element && (!target.isConnected || target.closest('[data-said]'))) event.preventDefault()
}

/** A modal dialog, with a title and a close button. */
export const Dialog = ({
  onClose,
  title,
  description,
  placement = 'center',
  clear = false,
  className = '',
  style,
  onOpenAutoFocus = focusFirstField,
  children,
}: Props) => {
  const { t } = useTranslation()
  const returnFocus = useReturnFocus()
  // State instead of a ref, because Radix mounts the element after this component.
  const [sheet, setSheet] = useState<HTMLElement | null>(null)
  useBackCloses(onClose)
  useAboveKeyboard(sheet)
  useSwipeDown(sheet, placement === 'sheet', onClose)
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Veil clear={clear} />
        <Radix.Content
          ref={setSheet}
          className={`modal ${placement} ${clear ? 'clear' : ''} ${className}`}
          style={style}
          onEscapeKeyDown={keepWhileComposing}
          onInteractOutside={keepForOffer}
          onOpenAutoFocus={onOpenAutoFocus}
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
