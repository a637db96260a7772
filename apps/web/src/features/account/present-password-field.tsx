import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/field.tsx'

type Props = {
  readonly value: string
  /** Whether an empty field is shown as an error. */
  readonly isChecked: boolean
  readonly onChange: (password: string) => void
}

export const PresentPasswordField = ({ value, isChecked, onChange }: Props) => {
  const { t } = useTranslation()
  return (
    <Field
      label={t('account.presentPassword')}
      type="password"
      name="password"
      autoComplete="current-password"
      value={value}
      error={isChecked && value === '' ? t('accounts.required') : null}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
