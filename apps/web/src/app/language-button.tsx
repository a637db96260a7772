import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../locales/use-language.tsx'
import { Button } from '../ui/button.tsx'
import { Globe } from '../ui/icons.ts'

/**
 * A button that shows the chosen language. Its accessible name begins with its visible text, so that speech control
 * finds the button by that text.
 */
export const LanguageButton = (props: ComponentProps<'button'>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const name = t(language === 'ko' ? 'menu.korean' : 'menu.english')
  return (
    <Button look="quiet" aria-label={`${name}, ${t('menu.language')}`} {...props}>
      <Globe size={18} strokeWidth={1.8} aria-hidden />
      {name}
    </Button>
  )
}
