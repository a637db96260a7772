import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { Underline } from '../../ui/icons.ts'

type Props = { readonly isOn: boolean; readonly onChange: (on: boolean) => void }

/** A button that switches a highlight's style: the colour underlines the words, or lies behind them. */
export const UnderlineToggle = ({ isOn, onChange }: Props) => {
  const { t } = useTranslation()
  return (
    <IconButton
      icon={Underline}
      label={t('highlights.underline')}
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className="size-11!"
    />
  )
}
