import { useTranslation } from 'react-i18next'

export const ShowToggle = ({
  isPasswordVisible,
  onChange,
}: {
  isPasswordVisible: boolean
  onChange: (isPasswordVisible: boolean) => void
}) => {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-pressed={isPasswordVisible}
      aria-label={t(isPasswordVisible ? 'accounts.hidePassword' : 'accounts.showPassword')}
      onClick={() => onChange(!isPasswordVisible)}
      className="-my-2 min-h-11 min-w-11 rounded-sm px-2 text-sm font-medium text-accent hover:underline"
    >
      {t(isPasswordVisible ? 'accounts.hide' : 'accounts.show')}
    </button>
  )
}
