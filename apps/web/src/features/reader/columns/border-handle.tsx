import { useTranslation } from 'react-i18next'
import type { Border } from './use-column-row.ts'

const BorderHandle = ({ border: { at, onGrab, onStep } }: { border: Border }) => {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: people move this separator, and an hr cannot have the focus
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('reader.columnWidth')}
      aria-valuenow={at}
      aria-valuemin={0}
      aria-valuemax={100}
      tabIndex={0}
      onPointerDown={onGrab}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        onStep(event.key === 'ArrowLeft' ? -1 : 1)
      }}
      className="column-border"
    />
  )
}
export default BorderHandle
