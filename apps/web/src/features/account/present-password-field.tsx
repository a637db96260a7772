import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/field.tsx'

type Props = {
  readonly value: string
  /** The person has tried to send the form: it may not be empty any more. */
  readonly tried: boolean
  readonly onChange: (password: string) => void
}

/** The present password, which is asked for before what cannot be taken back. */
export const PresentPasswordField = ({ value, tried, onChange }: Props) => {
  const { t } = useTranslation()
  return (
    <Field
      label={t('account.presentPassword')}
      type="password"
      name="password"
      autoComplete="current-password"
      value={value}
      error={tried && value === '' ? t('accounts.required') : null}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
