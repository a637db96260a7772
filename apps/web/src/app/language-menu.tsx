import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../locales/language.ts'
import { useLanguage } from '../locales/use-language.tsx'
import { IconButton } from '../ui/button.tsx'
import { Globe } from '../ui/icons.ts'
import { Menu, MenuChoice } from '../ui/menu.tsx'

export const LanguageChoice = ({ openAtOnce, trigger }: { openAtOnce: boolean; trigger: ReactNode }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Menu openAtOnce={openAtOnce} trigger={trigger}>
      <MenuChoice
        label={t('menu.language')}
        value={language}
        options={[
          { value: 'en', label: t('menu.english'), lang: 'en' },
          { value: 'ko', label: t('menu.korean'), lang: 'ko' },
        ]}
        onChange={(value) => chooseLanguage(value === 'ko' ? 'ko' : 'en')}
      />
    </Menu>
  )
}

const LanguageMenu = ({ openAtOnce }: { openAtOnce: boolean }) => (
  <LanguageChoice
    openAtOnce={openAtOnce}
    trigger={<IconButton icon={Globe} label={useTranslation().t('menu.language')} />}
  />
)
export default LanguageMenu
