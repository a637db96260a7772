import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { ChevronLeft, ChevronRight } from '../../ui/icons.ts'

/**
 * Buttons for the previous and the next page, and the page number. `at`: the page's index, from 0. A button that can do
 * nothing is not `disabled`, because a disabled button would lose the focus and the keys with it.
 */
export const PageTurner = ({ at, pages, onTurn }: { at: number; pages: number; onTurn: (by: -1 | 1) => void }) => {
  const { t } = useTranslation()
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        label={t('sermons.previousPage')}
        aria-disabled={at === 0}
        onClick={() => at > 0 && onTurn(-1)}
      />
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {t('sermons.page', { page: at + 1, pages })}
      </p>
      <IconButton
        icon={ChevronRight}
        label={t('sermons.nextPage')}
        aria-disabled={at === pages - 1}
        onClick={() => at < pages - 1 && onTurn(1)}
      />
    </>
  )
}
