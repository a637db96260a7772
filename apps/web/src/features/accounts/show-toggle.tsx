import { useTranslation } from 'react-i18next'

/** A button that shows or hides a password. */
export const ShowToggle = ({ shown, onChange }: { shown: boolean; onChange: (shown: boolean) => void }) => {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-pressed={shown}
      aria-label={t(shown ? 'accounts.hidePassword' : 'accounts.showPassword')}
      onClick={() => onChange(!shown)}
      className="-my-2 min-h-11 min-w-11 rounded-sm px-2 text-sm font-medium text-accent hover:underline"
    >
      {t(shown ? 'accounts.hide' : 'accounts.show')}
    </button>
  )
}
