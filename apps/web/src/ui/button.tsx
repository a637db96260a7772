import type { ComponentProps } from 'react'
import type { LucideIcon } from './lucide-icon.ts'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

/**
 * A button with words. `look`: a view has at most one `primary` button, for its main action. `busy`: the action is
 * running, so a press does nothing, but the button keeps the focus.
 */
export const Button = ({
  look = 'plain',
  big = false,
  busy = false,
  className = '',
  ...buttonProps
}: ComponentProps<'button'> & { look?: Look; big?: boolean; busy?: boolean }) => (
  <button
    type="button"
    {...buttonProps}
    {...(busy && { 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
    className={`control ${look} ${big ? 'big' : ''} ${className}`}
  />
)

/** A button that is only an icon. `label` names it for screen readers and is its tooltip. */
export const IconButton = ({
  icon: Icon,
  label,
  className = '',
  ...buttonProps
}: ComponentProps<'button'> & { icon: LucideIcon; label: string }) => (
  <button type="button" title={label} aria-label={label} {...buttonProps} className={`icon-control ${className}`}>
    <Icon size={20} strokeWidth={1.8} aria-hidden />
  </button>
)
