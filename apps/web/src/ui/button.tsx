import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

/** A button with words. `look`: primary is the one thing to do here; there is at most one a view. */
export const Button = ({
  look = 'plain',
  big = false,
  className = '',
  ...rest
}: ComponentProps<'button'> & { look?: Look; big?: boolean }) => (
  <button type="button" {...rest} className={`control ${look} ${big ? 'big' : ''} ${className}`} />
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
