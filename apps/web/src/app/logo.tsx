import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

/** The product's lamp (Psalm 119:105) and name, as a link to the home page. */
export const Logo = () => {
  const { t } = useTranslation()
  return (
    <Link
      to="/"
      className="min-w-0 flex h-11 items-center gap-2 rounded-sm font-scripture text-[min(1.15rem,5.2vw)] font-semibold tracking-[0.01em]"
    >
      <svg
        width="22"
        height="22"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="shrink-0 text-accent"
        aria-hidden
      >
        <path d="M12 3c1.8 2.2 2.7 3.7 2.7 5.2A2.7 2.7 0 0 1 12 11a2.7 2.7 0 0 1-2.7-2.8C9.3 6.7 10.2 5.2 12 3Z" />
        <path d="M4 14h16c0 3.3-3.1 5-8 5s-8-1.7-8-5Z" />
        <path d="M9 21h6" />
      </svg>
      <span className="min-w-0 truncate">{t('product')}</span>
    </Link>
  )
}
