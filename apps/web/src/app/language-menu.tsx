import { Globe } from 'lucide-react'
import { chooseLanguage } from '../locales/language.ts'
import { useLanguage, useTranslation } from '../locales/translation.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Menu, MenuChoice } from '../ui/menu.tsx'

/** English or Korean. `named`: shows which one is chosen. */
const LanguageMenu = ({ named = false, openAtOnce }: { named?: boolean; openAtOnce: boolean }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const options = [
    { value: 'en', label: t('menu.english'), lang: 'en' },
    { value: 'ko', label: t('menu.korean'), lang: 'ko' },
  ]
  return (
    <Menu
      openAtOnce={openAtOnce}
      trigger={
        named ? (
          <Button look="quiet" aria-label={t('menu.language')}>
            <Globe size={18} strokeWidth={1.8} aria-hidden />
            {options.find(({ value }) => value === language)?.label}
          </Button>
        ) : (
          <IconButton icon={Globe} label={t('menu.language')} />
        )
      }
    >
      <MenuChoice
        label={t('menu.language')}
        value={language}
        options={options}
        onChange={(value) => chooseLanguage(value === 'ko' ? 'ko' : 'en')}
      />
    </Menu>
  )
}
export default LanguageMenu
