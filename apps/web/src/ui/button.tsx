import type { ComponentProps } from 'react'
import type { LucideIcon } from './lucide-icon.ts'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

/**
 * A button with words. `look`: primary is the one thing to do here; there is at most one a view. `busy`: what it does is
 * being done and cannot be asked for again; unlike a disabled one it keeps the focus.
 */
export const Button = ({
  look = 'plain',
  big = false,
  busy = false,
  className = '',
  ...rest
}: ComponentProps<'button'> & { look?: Look; big?: boolean; busy?: boolean }) => (
  <button
    type="button"
    {...rest}
    {...(busy && { 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
    className={`control ${look} ${big ? 'big' : ''} ${className}`}
  />
)

/** A button that is only an icon: `label` names it for screen readers and as a tooltip. */
export const IconButton = ({
  icon: Icon,
  label,
  className = '',
  ...rest
}: ComponentProps<'button'> & { icon: LucideIcon; label: string }) => (
  <button type="button" title={label} aria-label={label} {...rest} className={`icon-control ${className}`}>
    <Icon size={20} strokeWidth={1.8} aria-hidden />
  </button>
)
