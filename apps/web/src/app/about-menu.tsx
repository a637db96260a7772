import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ChevronDown } from '../ui/icons.ts'
import type { MenuPage } from './menu-pages.ts'
import { useDismiss } from './use-dismiss.ts'

/** The menu of the pages about the product. It opens even without script. */
export const AboutMenu = ({ pages }: { pages: readonly MenuPage[] }) => {
  const { t } = useTranslation()
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const close = useCallback((by: 'press' | 'escape') => {
    details.current?.removeAttribute('open')
    if (by === 'escape') details.current?.querySelector('summary')?.focus()
  }, [])
  useDismiss(details, open, close)
  return (
    <details ref={details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="relative h-full">
      <summary className="bar-link cursor-pointer list-none gap-1 [&::-webkit-details-marker]:hidden">
        {t('menu.about')}
        <ChevronDown size={15} strokeWidth={1.8} aria-hidden />
      </summary>
      <ul className="floating absolute top-full left-0 z-30 min-w-48 p-1">
        {pages.map(({ to, key }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={() => close('press')}
              className="flex min-h-11 items-center rounded-sm px-3 text-sm hover:bg-sunk"
            >
              {t(key)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
