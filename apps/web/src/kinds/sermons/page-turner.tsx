import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { ChevronLeft, ChevronRight } from '../../ui/icons.ts'

/** Buttons for the previous and the next page, and the page number. `at`: the index of the page, from 0. */
export const PageTurner = ({ at, pages, onTurn }: { at: number; pages: number; onTurn: (by: -1 | 1) => void }) => {
  const { t } = useTranslation()
  return (
    <>
      <IconButton icon={ChevronLeft} label={t('sermons.previousPage')} disabled={at === 0} onClick={() => onTurn(-1)} />
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {t('sermons.page', { page: at + 1, pages })}
      </p>
      <IconButton
        icon={ChevronRight}
        label={t('sermons.nextPage')}
        disabled={at === pages - 1}
        onClick={() => onTurn(1)}
      />
    </>
  )
}
