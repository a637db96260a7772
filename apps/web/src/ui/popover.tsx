import * as Radix from '@radix-ui/react-popover'
import type { ReactNode } from 'react'
import { keepWhileComposing } from './composing.ts'

/** Wraps a button inside a popover, so that pressing it also closes the popover. */
export const PopoverClose = ({ children }: { children: ReactNode }) => <Radix.Close asChild>{children}</Radix.Close>

/** A small window beside its trigger. The page behind stays usable. */
export const Popover = ({
  trigger,
  label,
  openAtOnce,
  className = '',
  children,
}: {
  trigger: ReactNode
  openAtOnce: boolean
  label: string
  className?: string
  children: ReactNode
}) => (
  <Radix.Root defaultOpen={openAtOnce}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        sideOffset={6}
        collisionPadding={8}
        onEscapeKeyDown={keepWhileComposing}
        className={`floating z-30 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] overflow-y-auto overscroll-contain p-4 ${className}`}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
