import type { ReactNode } from 'react'

/** A small toggle button: a filter, or one of several views. */
export const Chip = ({
  pressed,
  onPress,
  children,
}: {
  pressed: boolean
  onPress: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={onPress}
    className="inline-flex min-h-11 flex-none items-center rounded-full border border-line bg-surface px-3.5 text-sm text-muted transition-colors duration-(--fast) hover:border-line-strong aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent desk:min-h-9"
  >
    {children}
  </button>
)
